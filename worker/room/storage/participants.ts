/**
 * The participants of one auction: its seller and its bidders, by name. Names are not facts, so they can change without
 * touching the journal.
 *
 * Bidders are numbered in the order of their first bids. An anonymous bidder is `bidder-7` in the facts and Bidder 7 on
 * screen, from their first bid in this auction. Nothing in the public journal reveals the account. Only this file maps
 * the alias to the account.
 */
import type { Actor, NameAndPhoto } from "../../rpc/room-rpc.ts";

/** A participant as this room stores them. `bidderId` is their ID in the facts, absent until they bid. */
export type Participant = Actor & { readonly bidderId?: string; readonly number?: number };

/** The ID of an anonymous bidder, in the facts and for everyone but the seller. */
export function aliasOf(number: number): string {
  return `bidder-${number}`;
}

/** A person who has not acted here yet. The room stores only their choice to be anonymous. */
export function unnamedParticipant(id: string): Participant {
  return { id, firstName: "", lastName: "", imageUrl: null, maskedEmail: "" };
}

export class Participants {
  readonly #base: Participants | null;
  readonly #byId = new Map<string, Participant>();
  readonly #byBidderId = new Map<string, Participant>();
  readonly #byNumber = new Map<number, Participant>();
  /**
   * The new name and photo of people who changed them and have not acted here yet. In memory only, because the inbox
   * sends them again.
   */
  readonly #nameAndPhotoById = new Map<string, NameAndPhoto>();
  #lastNumber: number;
  #version = 0;

  constructor(participants: Iterable<Participant> = [], base: Participants | null = null) {
    this.#base = base;
    this.#lastNumber = base ? base.#lastNumber : 0;
    for (const participant of participants) this.set(participant);
  }

  /** A copy that a turn can change while it's being processed. This one stays as it is. */
  draft(): Participants {
    return new Participants([], this);
  }

  /** Changes whenever someone is added or shown differently. Text rendered with another version is outdated. */
  get version(): number {
    return this.#version;
  }

  /** By the ID of the account, or by the ID in the facts. */
  get(id: string): Participant | undefined {
    return this.#byBidderId.get(id) ?? this.#byId.get(id) ?? this.#base?.get(id);
  }

  /** Up to `limit` bidders with the numbers after this one, in the order of their first bids. */
  listNumberedAfter(number: number, limit: number): Participant[] {
    const last = Math.min(this.#lastNumber, number + limit);
    const numbers = Array.from({ length: Math.max(0, last - number) }, (_, index) => number + index + 1);
    return numbers.flatMap((bidderNumber) => this.#byNumber.get(bidderNumber) ?? []);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  set(participant: Participant): void {
    this.#byId.set(participant.id, participant);
    if (participant.bidderId !== undefined) this.#byBidderId.set(participant.bidderId, participant);
    if (participant.number !== undefined) this.#byNumber.set(participant.number, participant);
    this.#lastNumber = Math.max(this.#lastNumber, participant.number ?? 0);
    this.#version += 1;
  }

  /** Shows a person who has no name here yet under this name and photo, from their first command on. */
  setNameAndPhoto(id: string, nameAndPhoto: NameAndPhoto): void {
    this.#nameAndPhotoById.set(id, nameAndPhoto);
  }

  /** A person's ID in the facts, now or from their first bid. */
  bidderIdOf({ id, anonymous }: Pick<Actor, "id" | "anonymous">): string {
    const known = this.#findByPersonId(id);
    if (known?.bidderId !== undefined) return known.bidderId;
    return (known?.anonymous ?? anonymous) ? aliasOf(this.#lastNumber + 1) : id;
  }

  /** The account behind an ID in the facts. */
  personIdOf(bidderId: string): string {
    return this.get(bidderId)?.id ?? bidderId;
  }

  /** The participant behind an ID that everyone sees, which is an alias or an account's ID. */
  findByPublicId(publicId: string): Participant | undefined {
    const numbered = Array.from(this.#byId.values()).find(({ number }) => number && aliasOf(number) === publicId);
    return numbered ?? this.#byId.get(publicId);
  }

  /** Everyone shown as an anonymous bidder. */
  listAnonymous(): Participant[] {
    return Array.from(this.#byId.values()).filter(({ anonymous, number }) => anonymous && number !== undefined);
  }

  /**
   * A participant after one of their commands. `placesBid` is true if it placed a bid. The room's own record says how
   * they're shown, because the session may be older than their choice.
   */
  participantAfterCommand(actor: Actor, placesBid: boolean): Participant {
    const { anonymous: preferred = false, id, maskedEmail } = actor;
    const known = this.#findByPersonId(id);
    const { firstName, lastName, imageUrl } =
      known && known.firstName !== "" ? known : (this.#nameAndPhotoOf(id) ?? actor);
    const person = { id, firstName, lastName, imageUrl, maskedEmail };
    const anonymous = known?.anonymous ?? preferred;
    if (known?.bidderId !== undefined && known.number !== undefined) {
      return { ...person, anonymous, bidderId: known.bidderId, number: known.number };
    }
    if (!placesBid) return { ...person, anonymous };
    return {
      ...person,
      anonymous,
      bidderId: this.bidderIdOf({ id: actor.id, anonymous }),
      number: this.#lastNumber + 1,
    };
  }

  #nameAndPhotoOf(id: string): NameAndPhoto | undefined {
    return this.#nameAndPhotoById.get(id) ?? (this.#base ? this.#base.#nameAndPhotoOf(id) : undefined);
  }

  #findByPersonId(id: string): Participant | undefined {
    return this.#byId.get(id) ?? (this.#base ? this.#base.#findByPersonId(id) : undefined);
  }
}

export function isSameParticipant(a: Participant, b: Participant): boolean {
  return (
    a.firstName === b.firstName &&
    a.lastName === b.lastName &&
    a.imageUrl === b.imageUrl &&
    a.maskedEmail === b.maskedEmail &&
    a.anonymous === b.anonymous &&
    a.number === b.number
  );
}
