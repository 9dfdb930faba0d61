/** What the seeded marketplace is made of. Times are relative to the moment of seeding, in milliseconds. */
import type { IncrementScheme } from "../../worker/rules/increments.ts";

export type SeedPerson = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly joinedAgoMs: number;
  /** Their photo, as SVG. */
  readonly portrait: () => string;
};

export type SeedBid = { readonly bidderId: string; readonly amountMinor: number; readonly agoMs: number };

export type SeedLot = {
  readonly id: string;
  readonly sellerId: string;
  readonly categoryId: string;
  readonly title: string;
  readonly description: string;
  readonly startingPriceMinor: number;
  readonly increments: IncrementScheme;
  readonly openedAgoMs: number;
  /** Negative: it ended that long ago. */
  readonly endsInMs: number;
  /** In the order in which they were placed. */
  readonly bids: readonly SeedBid[];
  /** Its picture, as SVG. */
  readonly picture: () => string;
};

/** What the seeding Worker is sent: the same, with absolute times and stored pictures. */
export type PersonToSeed = Omit<SeedPerson, "joinedAgoMs" | "portrait"> & {
  readonly createdAt: number;
  readonly imageKey: string | null;
};
export type LotToSeed = Omit<SeedLot, "openedAgoMs" | "endsInMs" | "bids" | "picture"> & {
  readonly openedAt: number;
  readonly endsAt: number;
  readonly bids: readonly { readonly bidderId: string; readonly amountMinor: number; readonly at: number }[];
  readonly imageKey: string | null;
};
export type Seeding = {
  readonly password: string;
  readonly people: readonly PersonToSeed[];
  readonly lots: readonly LotToSeed[];
};
