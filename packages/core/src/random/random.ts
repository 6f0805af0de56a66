import { sha256 } from "@noble/hashes/sha2.js";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/**
 * A seeded stream of random numbers (xoroshiro128+ of pure-rand). Everything random in evenodds takes one as an
 * argument; the same seed and stream name give the same numbers on every machine.
 */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plusFromState>;

  private constructor(state: readonly number[]) {
    this.#generator = xoroshiro128plusFromState(state);
  }

  /**
   * Returns the stream called `stream` of `seed`. Streams of one seed are independent, so that drawing more numbers for
   * one purpose does not move those for another. The state is the start of SHA-256 of both, because nearby seeds of a
   * linear generator would otherwise begin alike.
   */
  static of(seed: number, stream: string): Random {
    const digest = sha256(new TextEncoder().encode(`${seed}/${stream}`));
    const words = new DataView(digest.buffer, digest.byteOffset, 16);
    return new Random([0, 4, 8, 12].map((at) => words.getInt32(at)));
  }

  /** Returns the stream that continues where {@link state} was read. */
  static fromState(state: readonly number[]): Random {
    return new Random(state);
  }

  /** Four 32-bit words from which {@link fromState} continues. */
  get state(): readonly number[] {
    return [...this.#generator.getState()];
  }

  /** A number in [0, 1), a multiple of 2^-53. */
  uniform(): number {
    return uniformFloat64(this.#generator);
  }

  /** A whole number from 0 to `bound` − 1, each equally likely. */
  integer(bound: number): number {
    return uniformInt(this.#generator, 0, bound - 1);
  }

  /** A standard normal number (Box–Muller; both uniforms are drawn anew, so the stream has no hidden half). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** `size` fair coins, each 0 or 1: the bits of {@link coinBytes}, one by one. */
  coins(size: number): Uint8Array {
    const bytes = this.coinBytes(size);
    const coins = new Uint8Array(size);
    for (let i = 0; i < size; i++) coins[i] = (bytes[i >> 3]! >> (i & 7)) & 1;
    return coins;
  }

  /**
   * `size` fair coins, eight in each element (0 … 255) and the lowest bit first, 24 from every draw of the generator.
   * Bits beyond the last coin are random too.
   */
  coinBytes(size: number): Int32Array {
    const bytes = new Int32Array(Math.ceil(size / 8));
    for (let i = 0, bits = 0; i < bytes.length; i++, bits >>= 8) {
      if (i % 3 === 0) bits = this.bits24();
      bytes[i] = bits & 255;
    }
    return bytes;
  }

  /** 24 fair bits in the low end of a number. The lowest bits of the generator are its weakest and are dropped. */
  bits24(): number {
    return this.#generator.next() >>> 8;
  }

  /** Shuffles `values` in place (Fisher–Yates) and returns them. */
  shuffle<T extends Int32Array | unknown[]>(values: T): T {
    for (let i = values.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      const kept = values[i]!;
      values[i] = values[j]!;
      values[j] = kept;
    }
    return values;
  }
}
