/**
 * Random moves, drawn by fast-check and chosen relative to what stands when their turn comes (the smallest next bid,
 * the end), so that edges are hit often and about half of all moves are illegal.
 */
import * as fc from "fast-check";

import type { ModelAuction, ModelChange } from "./law.ts";
import { MOST } from "./law.ts";

export const SELLER = "sue";
export const PEOPLE = ["ann", "bob", "cem", SELLER] as const;
export type Who = (typeof PEOPLE)[number];

/** When a move comes: a share of what is left, or a moment at which a rule changes its answer. */
type When =
  | { readonly share: number }
  | { readonly edge: "end" | "half day" | "freeze" | "window"; readonly offset: number };

type Choice = {
  readonly who: Who;
  /** Added to the smallest next bid, or an amount that is none. */
  readonly extra: number;
  /** Which standing bid, counted from the leader; beyond the last: one that does not stand. */
  readonly which: number;
  /** Whether the one whose bid or listing it is makes the move. */
  readonly own: boolean;
  /** With a key of its own, with that of an earlier move, or without. */
  readonly key: "new" | "again" | "none";
  /** Sent together with the move before it, without waiting for that one's answer. */
  readonly together: boolean;
};
export type Kind = "place" | "edit" | "withdraw" | "listing" | "delete";
export type Move = Choice & { readonly kind: Kind; readonly when: When };

const HOUR = 3_600_000;

const when: fc.Arbitrary<When> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ share: fc.constantFrom(0, 0, 0.0001, 0.001, 0.01, 0.05) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      edge: fc.constantFrom("half day", "freeze", "window", "window", "window", "end"),
      offset: fc.constantFrom(-1_000, -1, -1, 0, 1),
    }),
  },
);

export const move: fc.Arbitrary<Move> = fc.record({
  when,
  kind: fc.oneof(
    { weight: 200, arbitrary: fc.constant("place") },
    { weight: 60, arbitrary: fc.constant("edit") },
    { weight: 50, arbitrary: fc.constant("withdraw") },
    { weight: 25, arbitrary: fc.constant("listing") },
    { weight: 1, arbitrary: fc.constant("delete") },
  ),
  who: fc.constantFrom("ann", "ann", "bob", "bob", "cem", "cem", "cem", SELLER),
  extra: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 50, 100, 1_000, 20_000, -1, -100, 0.5, Number.NaN, -Infinity, MOST),
  which: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 9),
  own: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  key: fc.constantFrom("none", "new", "new", "new", "again"),
  together: fc.constantFrom(true, true, false),
});

export function timeOf(auction: ModelAuction, at: When, now: number): number {
  const { end, terms } = auction;
  if ("share" in at) return now + Math.floor(Math.max(0, end - now) * at.share);
  const edges = { end, "half day": end - 12 * HOUR, freeze: end - terms.freezeMs, window: end - auction.window };
  return Math.max(now, edges[at.edge] + at.offset);
}

/** A move with everything chosen. */
export type Wish =
  | { readonly kind: "place"; readonly actor: Who; readonly amount: number }
  | { readonly kind: "edit"; readonly actor: Who; readonly bidId: string; readonly amount: number }
  | { readonly kind: "withdraw"; readonly actor: Who; readonly bidId: string }
  | { readonly kind: "listing"; readonly actor: Who; readonly change: ModelChange }
  | { readonly kind: "delete"; readonly actor: Who };

export function wishOf(auction: ModelAuction, { kind, who, extra, which, own }: Move, now: number): Wish {
  const amount = auction.minNext + extra;
  const target = auction.bids.at(-1 - which);
  const bidder = target && own ? PEOPLE.find((person) => person === target.bidder)! : who;
  const bidId = target?.id ?? "lot-0";
  switch (kind) {
    case "place":
      return { kind, actor: who, amount };
    case "edit":
      return { kind, actor: bidder, bidId, amount };
    case "withdraw":
      return { kind, actor: bidder, bidId };
    case "listing":
      return { kind, actor: own ? SELLER : who, change: changeOf(auction, which, now) };
    case "delete":
      return { kind, actor: own ? SELLER : who };
  }
}

function changeOf({ terms, end, scheduledEnd }: ModelAuction, which: number, now: number): ModelChange {
  const changes: Record<number, ModelChange> = {
    0: { title: terms.title, description: `${terms.description.slice(0, 200)}.`, endsAt: end },
    1: { title: terms.title, imageKeys: [...terms.imageKeys], endsAt: scheduledEnd },
    2: { endsAt: now + (terms.freezeMs === 0 ? 0 : 20 * HOUR), title: `${terms.title.slice(0, 100)}!` },
    3: { startingPriceMinor: terms.startingPriceMinor + 1, description: "Another thing." },
    4: { startingPriceMinor: 9_999 },
    9: { endsAt: now + 366 * 24 * HOUR },
  };
  return changes[which] ?? {};
}

/** What is on offer, and for how long. */
export const offer = fc.record({
  startingPriceMinor: fc.constantFrom(10_000, 10_000, 24_999, MOST - 300),
  durationMs: fc.constantFrom(60_000, HOUR, 13 * HOUR, 72 * HOUR),
  increments: fc.constantFrom("flat" as const, "tiered" as const),
  softCloseMs: fc.constantFrom(0, 120_000),
  freezeMs: fc.constantFrom(0, 120_000),
});
export type Offer = typeof offer extends fc.Arbitrary<infer Value> ? Value : never;

export function obey(auction: ModelAuction, wish: Wish, newId: string, now: number) {
  switch (wish.kind) {
    case "place":
      return auction.place(newId, wish.actor, wish.amount, now);
    case "edit":
      return auction.edit(wish.bidId, wish.actor, wish.amount, now);
    case "withdraw":
      return auction.withdraw(wish.bidId, wish.actor, now);
    case "listing":
      return auction.editListing(wish.actor, wish.change, now);
    case "delete":
      return auction.delete(wish.actor, now);
  }
}
