/**
 * How the people of one auction are called: names are no facts, so they may change without touching the journal.
 *
 * Who bids is given a number in the order of first bids. Someone who does not want to be named is known to the facts as
 * `bidder-7` and shown as Bidder 7, from their first bid here on: nothing in the public journal leads to the account
 * then. Only this file knows who that is.
 */
import type { Actor } from "../rpc.ts";

/** Someone as this room knows them; `bidderId` is what the facts call them and absent until they bid. */
export type Card = Actor & { readonly bidderId?: string; readonly number?: number };

type Row = {
  id: string;
  first_name: string;
  last_name: string;
  image_url: string | null;
  masked_email: string;
  anonymous: number;
  bidder_id: string | null;
  number: number | null;
};

/** What everyone but the seller sees and the facts say of who bids under a number. */
export function aliasOf(number: number): string {
  return `bidder-${number}`;
}

/** Someone of whom only a wish is known, until they act here. */
export function unnamed(id: string): Card {
  return { id, firstName: "", lastName: "", imageUrl: null, maskedEmail: "" };
}

export class People {
  readonly #cards = new Map<string, Card>();
  readonly #bidders = new Map<string, Card>();
  #numbers = 0;

  constructor(cards: Iterable<Card> = []) {
    for (const card of cards) this.set(card);
  }

  /** By the id of the account, or by what the facts call them. */
  get(id: string): Card | undefined {
    return this.#bidders.get(id) ?? this.#cards.get(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  set(card: Card): void {
    this.#cards.set(card.id, card);
    if (card.bidderId !== undefined) this.#bidders.set(card.bidderId, card);
    this.#numbers = Math.max(this.#numbers, card.number ?? 0);
  }

  /** What the facts call someone, or will call them from their first bid on. */
  bidderIdOf({ id, anonymous }: Pick<Actor, "id" | "anonymous">): string {
    const known = this.#cards.get(id);
    if (known?.bidderId !== undefined) return known.bidderId;
    return (known?.anonymous ?? anonymous) ? aliasOf(this.#numbers + 1) : id;
  }

  /** The account behind what the facts call someone. */
  personIdOf(bidderId: string): string {
    return this.get(bidderId)?.id ?? bidderId;
  }

  /** Whom a page means that names people as everyone sees them. */
  behind(shownId: string): Card | undefined {
    const numbered = Array.from(this.#cards.values()).find(({ number }) => number && aliasOf(number) === shownId);
    return numbered ?? this.#cards.get(shownId);
  }

  /** Everyone who is shown under a number. */
  aliased(): Card[] {
    return Array.from(this.#cards.values()).filter(({ anonymous, number }) => anonymous && number !== undefined);
  }

  /**
   * Someone's card after a command of theirs. Whether they are named is what they said last, which a session that was
   * opened before may not know: so what is known here stands.
   */
  cardOf(actor: Actor, bids: boolean): Card {
    const { anonymous: wished = false, ...named } = actor;
    const known = this.#cards.get(actor.id);
    const anonymous = known?.anonymous ?? wished;
    if (known?.bidderId !== undefined && known.number !== undefined) {
      return { ...named, anonymous, bidderId: known.bidderId, number: known.number };
    }
    if (!bids) return { ...named, anonymous };
    return { ...named, anonymous, bidderId: this.bidderIdOf({ id: actor.id, anonymous }), number: this.#numbers + 1 };
  }
}

export class PeopleStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): People {
    return new People(Array.from(this.#sql.exec<Row>("SELECT * FROM people"), cardIn));
  }

  save({ id, firstName, lastName, imageUrl, maskedEmail, anonymous = false, bidderId, number }: Card): void {
    this.#blank(id);
    this.#sql.exec(
      `INSERT INTO people (id, first_name, last_name, image_url, masked_email, anonymous, bidder_id, number)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
         image_url = excluded.image_url, masked_email = excluded.masked_email, anonymous = excluded.anonymous,
         bidder_id = excluded.bidder_id, number = excluded.number`,
      id,
      firstName,
      lastName,
      imageUrl,
      maskedEmail,
      Number(anonymous),
      bidderId ?? null,
      number ?? null,
    );
  }

  /** Writes over what names a person, in place: a shorter value would leave the old one in the file's free pages. */
  #blank(id: string): void {
    this.#sql.exec(
      `UPDATE people SET
         first_name = substr(hex(zeroblob(length(CAST(first_name AS BLOB)))), 1, length(CAST(first_name AS BLOB))),
         last_name = substr(hex(zeroblob(length(CAST(last_name AS BLOB)))), 1, length(CAST(last_name AS BLOB))),
         image_url = substr(hex(zeroblob(length(CAST(image_url AS BLOB)))), 1, length(CAST(image_url AS BLOB))),
         masked_email = substr(hex(zeroblob(length(CAST(masked_email AS BLOB)))), 1, length(CAST(masked_email AS BLOB)))
       WHERE id = ?`,
      id,
    );
  }
}

function cardIn(row: Row): Card {
  const { id, first_name: firstName, last_name: lastName, image_url: imageUrl, masked_email: maskedEmail } = row;
  const named = { id, firstName, lastName, imageUrl, maskedEmail, anonymous: row.anonymous === 1 };
  const { bidder_id: bidderId, number } = row;
  return bidderId === null || number === null ? named : { ...named, bidderId, number };
}
