/**
 * An auction's own page and the snapshot for who joins, as JSON text. What only a fact or the end can change is
 * encoded once and kept; the time and the number of watchers are put in at each answer.
 */
import type { Auction } from "../../rules/auction.ts";
import { type Status, statusAt } from "../../rules/closing.ts";
import { type Named, newestBids, toAuction, toWinner } from "./wire.ts";

type Ready = {
  readonly auction: Auction;
  readonly status: Status;
  /** The listing and where it stands, with the winner. */
  readonly card: string;
  readonly bids: string;
};

export class ReadyPage {
  #ready: Ready | null = null;

  /** `AuctionDetails` of the contract. `now` is epoch ms. */
  details(named: Named, watching: number, now: number): string {
    const { card, bids } = this.#at(named, now);
    const { seq } = named.auction;
    return `${card.slice(0, -1)},"bids":${bids},"seq":${seq},"serverTime":${now},"watching":${watching}}`;
  }

  /** Everything at once: for a client that has seen nothing yet, or missed too much. */
  snapshot(named: Named, watching: number, now: number): string {
    const { card, bids } = this.#at(named, now);
    const { seq } = named.auction;
    return `{"type":"snapshot","seq":${seq},"serverTime":${now},"auction":${card},"bids":${bids},"watching":${watching}}`;
  }

  /** Someone is called by another name from now on. */
  forget(): void {
    this.#ready = null;
  }

  #at(named: Named, now: number): Ready {
    const { auction } = named;
    const status = statusAt(auction, now);
    // State is immutable: the same object is the same auction.
    if (this.#ready?.auction === auction && this.#ready.status === status) return this.#ready;
    const card = JSON.stringify({ ...toAuction(named, now), winner: toWinner(named) });
    this.#ready = { auction, status, card, bids: JSON.stringify(newestBids(named)) };
    return this.#ready;
  }
}
