/** How many values a numeric column may have before it is taken for a measurement. */
export const mostNumbers = { label: 100, sensitive: 20 };
