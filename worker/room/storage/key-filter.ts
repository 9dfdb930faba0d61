/**
 * Which idempotency keys the index of a room cannot have. Nearly every command has a key that was never seen, and looking
 * up each in the index would cost a hot auction more than deciding the bids.
 */

/**
 * 52 bits of a text (two rounds of FNV-1a): a small number makes a small index. Two texts may share a digest, so a
 * response that is found is compared by its whole key.
 */
export function digestOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0xc9dc5118;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

/** 256 KiB: with 200,000 keys, one unseen key in a hundred is a false positive; with a million, every second one. */
const FILTER_BITS = 2 ** 21;
/** Four places of a digest's 52 bits. */
const FILTER_SHIFTS = [1, 2 ** 10, 2 ** 20, 2 ** 31];

/** A Bloom filter over the digests of the index. No false negatives; positives are confirmed in the index. */
export class KeyFilter {
  readonly #words = new Uint32Array(FILTER_BITS / 32);

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
  return FILTER_SHIFTS.map((shift) => Math.floor(digest / shift) % FILTER_BITS);
}
