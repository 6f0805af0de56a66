/**
 * Upper ends of the in-degree classes below the last one. A node of in-degree d has its neighbours listed in a row as
 * wide as the smallest of these that is at least d; nodes above all of them share rows as wide as the largest
 * in-degree.
 *
 * Steps of 3/2 and 4/3 rather than 2 at small degrees, where most arcs are: fewer padded places, and a smaller largest
 * intermediate tensor, which is what memory peaks at. The list goes far up because a class that is too wide makes every
 * row in it as wide as the largest hub; classes without nodes cost next to nothing.
 */
export const widthClasses: readonly number[] = [
  1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072,
  262144,
];
