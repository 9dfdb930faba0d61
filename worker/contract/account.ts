/** Accounts: sign-up, login, and what the signed-in person sees of themselves. */
import * as z from "zod";

import { image } from "./catalogue.ts";
import { answer, cursor, pageSize, text } from "./fields.ts";
import { MAX_EMAIL, MAX_NAME } from "./lengths.ts";
import { isReservedName, RESERVED_NAME_MESSAGE } from "./names.ts";

const PASSWORD_MAX = 128;

export const email = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, "Email is required")
  .max(MAX_EMAIL, "Invalid email address")
  .pipe(z.email("Invalid email address"));

/** Counted in code points, and taken exactly as typed: no trimming, no normalising. */
const passwordText = (min: number, tooShort: string) =>
  z
    .string({ error: "Password is required" })
    .min(1, "Password is required")
    .refine((value) => Array.from(value).length >= min, tooShort)
    .refine((value) => Array.from(value).length <= PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`);

export const newPassword = passwordText(8, "Password must be at least 8 characters").refine(
  (value) => /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\d/.test(value),
  "Password must contain uppercase, lowercase, and number",
);

const name = (which: "First" | "Last") =>
  text(MAX_NAME, `${which} name is required`, 2, `${which} name must be at least 2 characters`);

/**
 * The role in the specification's payload is ignored: every new account is a User. The photo is a separate part of the
 * form.
 */
const signupFields = z.object({
  firstName: name("First"),
  lastName: name("Last"),
  email,
  password: newPassword,
  confirmPassword: z.string({ error: "Please confirm your password" }).min(1, "Please confirm your password"),
});
const matching = (value: { password: string; confirmPassword: string }) => value.password === value.confirmPassword;
const mismatch = { path: ["confirmPassword"], error: "Passwords do not match" };

const ownName = (value: { firstName: string; lastName: string }) => !isReservedName(value.firstName, value.lastName);
const reserved = { path: ["firstName"], error: RESERVED_NAME_MESSAGE };

export const signupInput = signupFields.refine(matching, mismatch).refine(ownName, reserved);
export type SignupInput = z.infer<typeof signupInput>;

/** The sign-up form: the same fields and the agreement, which is not sent. */
export const signupForm = signupFields
  .extend({ terms: z.boolean().refine(Boolean, "You must agree to the terms and conditions") })
  .refine(matching, mismatch)
  .refine(ownName, reserved);

/** A new name (both parts), or neither part if only the photo changes; the photo is a separate part of the form. */
export const profileInput = z
  .object({ firstName: name("First").optional(), lastName: name("Last").optional() })
  .refine(({ firstName, lastName }) => (firstName === undefined) === (lastName === undefined), {
    path: ["lastName"],
    error: "A name has two parts: send both",
  })
  .refine(({ firstName = "", lastName = "" }) => !isReservedName(firstName, lastName), reserved);

/** The form on the profile. */
export const nameForm = z.object({ firstName: name("First"), lastName: name("Last") }).refine(ownName, reserved);
export type NameForm = z.infer<typeof nameForm>;

export const loginInput = z.object({
  email,
  password: passwordText(6, "Password must be at least 6 characters"),
});
export type LoginInput = z.infer<typeof loginInput>;

export const role = z.enum(["User", "Admin"]);

/** Levels of trust (worker/rules/trust.ts). */
export const trust = z.enum(["new", "known"]);

/** What a new member may do for now; null for known members, and where there are no limits. */
export const trustAnswer = answer({
  trust: z
    .object({
      level: z.literal("new"),
      /** ISO 8601; null where time alone changes nothing. */
      until: z.nullable(z.string()),
      /** The most that they may bid, in major units; null without a limit. */
      maximum: z.nullable(z.number()),
      /** In how many auctions a day they may begin to bid; null without a limit. */
      auctionsPerDay: z.nullable(z.number()),
    })
    .nullable(),
});
export type OwnTrust = z.infer<typeof trustAnswer>["trust"];

export const account = z
  .object({
    _id: z.string(),
    /** The same id under the name that the specification gives it in the session state. */
    id: z.string(),
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** Whether its owner has proven the address, with a link to it or by Google. */
    emailProven: z.boolean(),
    image: z.nullable(image),
    role,
    createdAt: z.string(),
    /** Ids of the person's own auctions, and of those they won. */
    products: z.array(z.string()),
    winnings: z.array(z.string()),
  })
  .meta({ ref: "Account" });
export type Account = z.infer<typeof account>;

/** Whether a link to the address is on its way, which confirms it. */
export const signupAnswer = answer({ linkSent: z.boolean() });
export const loginAnswer = answer({ user: account });
export const profileChangedAnswer = answer({ user: account });

export const profileAnswer = answer({
  data: z.object({
    user: account,
    /** False for a person who signs in only with Google or a passkey: pages do not ask for a password. */
    hasPassword: z.boolean(),
    /** While an admin has hidden the name, it cannot be changed. */
    isNameHidden: z.boolean(),
    /** Whether others see a number instead of the name where this person bids. */
    anonymous: z.boolean(),
    statistics: z.object({
      totalAuctions: z.number(),
      totalWinnings: z.number(),
      totalBids: z.number(),
      totalWinningsValue: z.number(),
      watchListCount: z.number(),
      activeAuctions: z.number(),
      completedAuctions: z.number(),
    }),
    recentActivity: z.array(
      z.object({
        _id: z.string(),
        product: z.object({ _id: z.string(), title: z.string() }),
        amount: z.number(),
        currency: z.string(),
        createdAt: z.string(),
      }),
    ),
  }),
});
export type Profile = z.infer<typeof profileAnswer>["data"];

/** Of an auction that an admin has voided. */
const voided = z.object({ reason: z.string() });

export const historyType = z.enum(["created", "won", "bid"]);
export const historyQuery = z.object({
  type: z.enum(["all", ...historyType.options]).default("all"),
  cursor,
  limit: pageSize(20),
});
export const historyEntry = z.object({
  id: z.string(),
  auctionId: z.string(),
  type: historyType,
  title: z.string(),
  image: z.nullable(image),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(["completed", "active", "outbid", "voided"]),
  date: z.string(),
  voided: voided.optional(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
export const historyAnswer = answer({ history: z.array(historyEntry), nextCursor: z.string().nullable() });

export const winning = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.nullable(image),
  finalPrice: z.number(),
  /** The buy now price where there was one, else the starting price: a sale below it is a saving. */
  originalPrice: z.number(),
  hadBuyNow: z.boolean(),
  currency: z.string(),
  wonDate: z.string(),
  category: z.string().nullable(),
  seller: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  voided: voided.optional(),
});
export type Winning = z.infer<typeof winning>;
export const winningsAnswer = answer({
  winnings: z.array(winning),
  statistics: z.object({
    totalItems: z.number(),
    totalValue: z.number(),
    totalSavings: z.number(),
    averageSavings: z.number(),
  }),
});

export const deleteAccountInput = z.object({
  password: z
    .string()
    .max(PASSWORD_MAX * 4)
    .optional(),
});
