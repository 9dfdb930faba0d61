/**
 * Which keys cannot be in the index: a Bloom filter over their digests. Nearly every command brings a key that was
 * never seen, and asking the index for each costs a hot auction more than deciding the bids. "Perhaps" is asked of the
 * index; "no" never is wrong.
 */

/** 256 KiB: with 200,000 keys one unseen key in a hundred is asked for, and with a million every second one. */
const BITS = 2 ** 21;
/** Four places of a digest's 52 bits. */
const SHIFTS = [1, 2 ** 10, 2 ** 20, 2 ** 31];

export class KeyFilter {
  readonly #words = new Uint32Array(BITS / 32);

  add(digest: number): void {
    for (const place of placesOf(digest)) {
      const word = place >>> 5;
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (place & 31));
    }
  }

  mayHave(digest: number): boolean {
    return placesOf(digest).every((place) => ((this.#words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0);
  }
}

function placesOf(digest: number): number[] {
  return SHIFTS.map((shift) => Math.floor(digest / shift) % BITS);
}
