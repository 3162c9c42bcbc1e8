// SHA-256 of texts. `crypto.subtle` where there is one: browsers give it to pages of https and localhost
// alone, so there is a slower one here for the others, with the same digests.

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const subtle: typeof crypto.subtle | undefined = globalThis.crypto?.subtle;
  const digest = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : digestOf(bytes);
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first 32 bits of the fractions of the first primes' roots (FIPS 180-4, 4.2.2 and 5.3.3). */
const [START, ROUND] = ((): readonly [Int32Array, Int32Array] => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fractions = (roots: readonly number[]) => Int32Array.from(roots, (x) => (x % 1) * 2 ** 32);
  return [fractions(primes.slice(0, 8).map(Math.sqrt)), fractions(primes.map(Math.cbrt))];
})();

/** The SHA-256 of bytes (FIPS 180-4, 6.2). */
export function digestOf(bytes: Uint8Array): Uint8Array {
  // A bit of 1, zeros, and the length in bits fill the last block.
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const blocks = new DataView(padded.buffer);
  blocks.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(padded.length - 4, bytes.length << 3);
  const state = START.slice();
  const words = new Int32Array(64);
  const word = (at: number) => words[at]!;
  for (let block = 0; block < padded.length; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = blocks.getInt32(block + 4 * i);
      else {
        const [x, y] = [word(i - 15), word(i - 2)];
        const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
        const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
        words[i] = word(i - 16) + s0 + word(i - 7) + s1;
      }
      const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + sum1 + ((e & f) ^ (~e & g)) + ROUND[i]! + word(i)) | 0;
      const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = state[i]! + value;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => {
    digest.setInt32(4 * i, value);
  });
  return new Uint8Array(digest.buffer);
}

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
