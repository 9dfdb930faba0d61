/**
 * The answers that one turn keeps, as one text: two lines for each, who asked what and what they were told. Pure; a
 * page is read only when a repeat comes, and then line by line.
 */

export type KeptAnswer = {
  readonly actorId: string;
  readonly key: string;
  /** What was asked, as one text. */
  readonly payload: string;
  /** What was answered, as JSON on one line. */
  readonly answer: string;
};

export type AnswerRow = { first_id: number; lines: string };

/** What is written over what a line has said; no other line begins with it. */
const BLANK = " ";

export function textOf(answers: readonly KeptAnswer[]): string {
  return answers
    .map(({ actorId, key, payload, answer }) => `${JSON.stringify([actorId, key, payload])}\n${answer}`)
    .join("\n");
}

/** Its answers are numbered from that of the row on. */
export class AnswerPage {
  readonly #firstId: number;
  readonly #lines: readonly string[];

  constructor({ first_id: firstId, lines }: AnswerRow) {
    this.#firstId = firstId;
    this.#lines = lines.split("\n");
  }

  has(id: number): boolean {
    return id >= this.#firstId && id <= this.lastId;
  }

  get lastId(): number {
    return this.#firstId + Math.ceil(this.#lines.length / 2) - 1;
  }

  /** Null where none is any more. */
  answer(id: number): KeptAnswer | null {
    const at = 2 * (id - this.#firstId);
    const [asked = BLANK, answer = BLANK] = this.#lines.slice(at, at + 2);
    if (asked.startsWith(BLANK)) return null;
    const [actorId, key, payload]: [string, string, string] = JSON.parse(asked);
    return { actorId, key, payload, answer };
  }

  /** The answers that there are, by their numbers. */
  *answers(): Iterable<[number, KeptAnswer]> {
    for (let id = this.#firstId; id <= this.lastId; id += 1) {
      const answer = this.answer(id);
      if (answer) yield [id, answer];
    }
  }

  /**
   * The text without what one person was told, in the same length, so that the row is written over where it lies: a
   * longer or shorter one would leave the old in the file.
   */
  textWithout(actorId: string): string {
    const lines = [...this.#lines];
    for (const [id, answer] of this.answers()) {
      if (answer.actorId !== actorId) continue;
      const at = 2 * (id - this.#firstId);
      for (const line of [at, at + 1]) lines[line] = BLANK.repeat(new TextEncoder().encode(lines[line]).byteLength);
    }
    return lines.join("\n");
  }
}
