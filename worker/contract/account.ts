/** Accounts: sign-up, sign-in, and the signed-in person's own data. */
import * as z from "zod";

import { image } from "./catalogue.ts";
import { parseEmailAddress } from "./email-address.ts";
import { id, responseSchema, pageSize, text, tooLongMessage } from "./fields.ts";
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from "./lengths.ts";
import { listCursor } from "./list-cursor.ts";
import { isReservedName, isWholeName, RESERVED_NAME_MESSAGE, hasVisibleText } from "./names.ts";
import { cleanLine, lengthOf } from "./text/clean-text.ts";
import { hasAllCharacterKinds, normalizePassword } from "./text/normalize-password.ts";

const MAX_PASSWORD_LENGTH = 128;

/** Stored and compared as `parseEmailAddress` returns it, no matter how it was typed. */
export const email = z
  .string({ error: "Email is required" })
  .overwrite((typed) => parseEmailAddress(typed) ?? typed)
  .refine(hasVisibleText, "Email is required")
  .refine((value) => !hasVisibleText(value) || parseEmailAddress(value) === value, "Invalid email address")
  .meta({ format: "email", maxLength: MAX_EMAIL_LENGTH });

/** Keeps the text exactly as typed, but counts the characters of the form that we compare. */
const passwordText = (min: number, tooShortMessage: string) =>
  z
    .string({ error: "Password is required" })
    .min(1, "Password is required")
    .refine((value) => lengthOf(normalizePassword(value)) >= min, tooShortMessage)
    .refine(
      (value) => lengthOf(normalizePassword(value)) <= MAX_PASSWORD_LENGTH,
      `Password must be at most ${MAX_PASSWORD_LENGTH} characters`,
    );

export const newPassword = passwordText(8, "Password must be at least 8 characters").refine(
  hasAllCharacterKinds,
  "Password must contain uppercase, lowercase, and number",
);

/** A new password, entered twice. */
export const newPasswordFields = {
  password: newPassword,
  confirmPassword: z.string({ error: "Please confirm your password" }).min(1, "Please confirm your password"),
};
export const passwordsMatch = (value: { password: string; confirmPassword: string }) =>
  normalizePassword(value.password) === normalizePassword(value.confirmPassword);
export const PASSWORD_MISMATCH = { path: ["confirmPassword"], error: "Passwords do not match" };

const firstName = text(MAX_NAME_LENGTH, "First name is required")
  .refine((value) => !hasVisibleText(value) || isWholeName(value), "First name must be at least 2 characters")
  .meta({ minLength: 1, maxLength: MAX_NAME_LENGTH });
/** Empty for a person with one name, who confirms that with `oneName`. */
const lastName = z
  .string({ error: "Last name is required" })
  .overwrite(cleanLine)
  .trim()
  .refine((value) => lengthOf(value) <= MAX_NAME_LENGTH, tooLongMessage(MAX_NAME_LENGTH))
  .meta({ maxLength: MAX_NAME_LENGTH });

type NameValues = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  oneName?: boolean | string | undefined;
};

/** Checked even if other fields are wrong, so that a form shows every problem. Skipped if the last name is missing. */
function nameRule(isValid: (names: NameValues) => boolean, error: string, path = "lastName") {
  return z.refine<NameValues>(isValid, { error, path: [path], when: ({ value }) => hasLastName(value) });
}
function hasLastName(value: unknown): boolean {
  return typeof value === "object" && value !== null && "lastName" in value && typeof value.lastName === "string";
}

const NAME_RULES = [
  nameRule(({ lastName: last = "", oneName }) => hasVisibleText(last) || isTrue(oneName), "Last name is required"),
  nameRule(
    ({ lastName: last = "" }) => !hasVisibleText(last) || isWholeName(last),
    "Last name must be at least 2 characters",
  ),
  nameRule(
    ({ firstName: first = "", lastName: last = "" }) => !isReservedName(first, last),
    RESERVED_NAME_MESSAGE,
    "firstName",
  ),
];

/** `true` in a form on screen, and as text in a multipart form. */
function isTrue(value: boolean | string | undefined): boolean {
  return value === true || value === "true";
}

/** Confirms that the last name is empty on purpose. */
const oneName = z.enum(["true", "false"]).optional();

/**
 * We ignore the role in the specification's payload, because every new account is a User. The photo is a separate part
 * of the form.
 */
const signupFields = z.object({ firstName, lastName: lastName.default(""), oneName, email, ...newPasswordFields });

export const signupInput = signupFields.refine(passwordsMatch, PASSWORD_MISMATCH).check(...NAME_RULES);
export type SignupInput = z.infer<typeof signupInput>;

/** The sign-up form: the same fields and the agreement, which is not sent. */
export const signupForm = signupFields
  .extend({ oneName: z.boolean(), terms: z.boolean().refine(Boolean, "You must agree to the terms and conditions") })
  .refine(passwordsMatch, PASSWORD_MISMATCH)
  .check(...NAME_RULES);

/** A new name (both parts), or neither part if only the photo changes. The photo is a separate part of the form. */
export const profileInput = z
  .object({ firstName: firstName.optional(), lastName: lastName.optional(), oneName })
  .refine(
    ({ firstName: first, lastName: last, oneName: one }) =>
      (first === undefined) === (last === undefined && !(first !== undefined && isTrue(one))),
    { path: ["lastName"], error: "Send both firstName and lastName, or firstName with oneName" },
  )
  .check(...NAME_RULES);

/** The form on the profile. */
export const nameForm = z
  .object({ firstName, lastName: lastName.default(""), oneName: z.boolean() })
  .check(...NAME_RULES);
export type NameForm = z.infer<typeof nameForm>;

export const loginInput = z.object({
  email,
  password: passwordText(6, "Password must be at least 6 characters"),
});
export type LoginInput = z.infer<typeof loginInput>;

export const role = z.enum(["User", "Admin"]);

/** Levels of trust (worker/rules/trust.ts). */
export const trust = z.enum(["new", "known"]);

/** A new member's current limits. Null for known members, and on sites without such limits. */
export const trustResponse = responseSchema({
  trust: z
    .object({
      level: z.literal("new"),
      /** ISO 8601. Null if waiting alone doesn't make the person a known member. */
      until: z.nullable(z.string()),
      /** The most they can bid, in major units. Null without a limit. */
      maximum: z.nullable(z.number()),
      /** How many auctions a day they can start bidding in. Null without a limit. */
      auctionsPerDay: z.nullable(z.number()),
    })
    .nullable(),
});
export type OwnTrust = z.infer<typeof trustResponse>["trust"];

export const account = z
  .object({
    _id: z.string(),
    /** The same ID under the name that the specification gives it in the session state. */
    id: z.string(),
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** Whether its owner has verified the address, by a link mailed to it or through Google. */
    emailVerified: z.boolean(),
    image: z.nullable(image),
    role,
    createdAt: z.string(),
    /** IDs of the person's own auctions, and of those they won. */
    products: z.array(z.string()),
    winnings: z.array(z.string()),
  })
  .meta({ ref: "Account" });
export type Account = z.infer<typeof account>;

/** Whether we sent a link to confirm the address. */
export const signupResponse = responseSchema({ linkSent: z.boolean() });
export const loginResponse = responseSchema({ user: account });
export const profileChangedResponse = responseSchema({ user: account });

export const profileResponse = responseSchema({
  data: z.object({
    user: account,
    /** False for a person who signs in only with Google or a passkey. Pages then don't ask for a password. */
    hasPassword: z.boolean(),
    /** While an admin has hidden the name, it cannot be changed. */
    isNameHidden: z.boolean(),
    /** Whether this person bids anonymously. */
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
export type Profile = z.infer<typeof profileResponse>["data"];

/** Set for an auction that an admin has voided. */
const voided = z.object({ reason: z.string() });

const historyType = z.enum(["created", "won", "bid"]);
export const historyQuery = z.object({
  type: z.enum(["all", ...historyType.options]).default("all"),
  /** Only entries about this auction. */
  auctionId: id.optional(),
  cursor: listCursor,
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
export const historyResponse = responseSchema({ history: z.array(historyEntry), nextCursor: z.string().nullable() });

export const winning = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.nullable(image),
  finalPrice: z.number(),
  /** The Buy It Now price if there was one, otherwise the starting price. A sale below it is a saving. */
  originalPrice: z.number(),
  hadBuyNow: z.boolean(),
  currency: z.string(),
  wonDate: z.string(),
  category: z.string().nullable(),
  seller: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  voided: voided.optional(),
});
export type Winning = z.infer<typeof winning>;
export const winningsResponse = responseSchema({
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
    .max(MAX_PASSWORD_LENGTH * 4)
    .optional(),
});
