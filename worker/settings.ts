/**
 * The deployment's settings from `[vars]` and secrets, validated once per isolate. With an invalid setting every
 * request fails before it is processed, and the log names the setting.
 */
import * as z from "zod";

import { email } from "./contract/account.ts";
import { amount } from "./contract/fields.ts";
import { USUAL_LIMIT_SCALE, USUAL_RELAY_AFTER } from "./platform/object-settings.ts";
import { CURRENCY_PROBLEM, isSupportedCurrency } from "./rules/currencies.ts";
import type { ListingLimits } from "./rules/listing.ts";
import { minorOf } from "./rules/money.ts";

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().max(max));

const atLeastOne = (max: number, usual: string) => wholeNumber(max).pipe(z.number().min(1)).prefault(usual);

/** Exactly as browsers send it in `Origin`: scheme, host and port only. */
const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value);

const DAY_SECONDS = 86_400;

/** An issuer as tokens name it. Plain HTTP only for a local provider in development. */
const issuer = z.url().refine((value) => {
  const { protocol, hostname } = new URL(value);
  return (protocol === "https:" || hostname === "127.0.0.1" || hostname === "localhost") && !value.endsWith("/");
});
/** An empty text counts as not set. */
const optionalText = z
  .string()
  .default("")
  .transform((value) => (value === "" ? null : value));

/** A private key as a JWK, in JSON. */
const signingKey = z
  .string()
  .transform((text, context) => {
    try {
      const value: unknown = JSON.parse(text);
      return value;
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(
    z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string().length(43), d: z.string().length(43) }),
  );
export type SigningKey = z.infer<typeof signingKey>;

const vars = z.object({
  CURRENCY: z.string().refine(isSupportedCurrency, CURRENCY_PROBLEM),
  MIN_STARTING_PRICE: amount("not an amount").transform(minorOf),
  SOFT_CLOSE_SECONDS: wholeNumber(DAY_SECONDS),
  MIN_AUCTION_SECONDS: wholeNumber(DAY_SECONDS),
  BID_LATE_SECONDS: wholeNumber(DAY_SECONDS).optional(),
  FIXED_TEXTS: z.enum(["sample", "real"]).default("sample"),
  // Rooms, relays and inboxes read `env` themselves, with the same defaults.
  LIMIT_SCALE: atLeastOne(1_000_000, USUAL_LIMIT_SCALE),
  RELAY_AFTER: atLeastOne(20_000, USUAL_RELAY_AFTER),
  CONFIRM_EMAIL: z.enum(["0", "1"]).default("0"),
  NEW_BIDDER_AMOUNT: amount("not an amount").transform(minorOf).default(0),
  NEW_BIDDER_AUCTIONS: wholeNumber(1_000_000).default(0),
  ALLOWED_ORIGINS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    )
    .pipe(z.array(origin)),
  CSRF_STRICT: z.enum(["0", "1"]).default("0"),
  PASSWORD_PEPPER: z.string().min(16).optional(),
  PASSWORD_PEPPER_BEFORE: z.string().min(16).optional(),
  SIGNING_KEY: signingKey.optional(),
  OIDC_ISSUER: issuer.optional(),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  TURNSTILE_URL: issuer.default("https://challenges.cloudflare.com/turnstile/v0"),
  TURNSTILE_SITE_KEY: optionalText,
  TURNSTILE_SECRET: optionalText,
  // One line, as security.txt has it.
  SECURITY_CONTACT: optionalText.pipe(
    z
      .string()
      .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
      .nullable(),
  ),
  MAIL_FROM: z
    .union([z.literal(""), email])
    .default("")
    .transform((value) => (value === "" ? null : value)),
});

/** The most that a new member may bid (minor units), and in how many auctions a day they may begin to; 0: no limit. */
export type NewMemberLimits = { readonly amountMinor: number; readonly auctionsPerDay: number };

export type GoogleSettings = NonNullable<Settings["google"]>;
export type TurnstileSettings = NonNullable<Settings["turnstile"]>;

const cached = new WeakMap<Env, Settings>();

export function settingsOf(env: Env): Settings {
  let settings = cached.get(env);
  if (!settings) {
    settings = readSettings(env);
    for (const event of notConfigured(settings, env)) console.warn(JSON.stringify(event));
    cached.set(env, settings);
  }
  return settings;
}

/** What this deployment does without, logged once per isolate, so that operators notice before their users do. */
function notConfigured({ google, mailFrom, passwordPepper, turnstile }: Settings, env: Env) {
  const isHalfTurnstile = turnstile === null && [env.TURNSTILE_SITE_KEY, env.TURNSTILE_SECRET].some(Boolean);
  return [
    ...(passwordPepper === null
      ? [{ event: "pepper_not_configured", notStored: "bid origins, known devices, session proofs" }]
      : []),
    ...(env.IMAGES ? [] : [{ event: "images_not_configured", refused: "uploads of images" }]),
    ...(env.MAIL && mailFrom !== null
      ? []
      : [
          {
            event: "mail_not_configured",
            refused: "links to reset a password, changed addresses, notices about accounts",
          },
        ]),
    ...(env.FIGURES ? [] : [{ event: "figures_not_configured", notWritten: "data points for graphs" }]),
    ...(isHalfTurnstile ? [{ event: "turnstile_not_configured", notOffered: "proofs of being human" }] : []),
    ...(google ? [] : [{ event: "google_not_configured", refused: "sign-in with Google" }]),
  ];
}

/** The limits that the rules apply when a listing is created or edited. */
export function listingLimits({ minStartingPriceMinor, minAuctionSeconds }: Settings): ListingLimits {
  return { minStartingPriceMinor, minAuctionMs: minAuctionSeconds * 1_000 };
}

export const SETTING_NAMES: readonly string[] = Object.keys(vars.shape);

/** What is wrong with a setting's value; null if it may have it. Commands that start a server check before they do. */
export function settingProblem(name: string, value: string): string | null {
  const found = Object.entries(vars.shape).find(([known]) => known === name);
  const parsed = found?.[1].safeParse(value);
  return parsed?.success === true ? null : (parsed?.error.issues[0]?.message ?? "there is no such setting");
}

/** Throws an Error that names the invalid settings, never their values. */
export function readSettings(env: Record<keyof z.input<typeof vars>, unknown> | Env): Settings {
  const parsed = vars.safeParse(env);
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path, message }) =>
      message === CURRENCY_PROBLEM ? `${String(path[0])} (${message})` : String(path[0]),
    );
    throw new Error(`invalid settings: ${Array.from(new Set(names)).join(", ")}`);
  }
  return settingsIn(parsed.data);
}

export type Settings = Readonly<ReturnType<typeof settingsIn>>;

function settingsIn(data: z.output<typeof vars>) {
  return {
    currency: data.CURRENCY,
    minStartingPriceMinor: data.MIN_STARTING_PRICE,
    softCloseMs: data.SOFT_CLOSE_SECONDS * 1_000,
    minAuctionSeconds: data.MIN_AUCTION_SECONDS,
    limitScale: data.LIMIT_SCALE,
    /** Whether pages show the sample texts of the original specification, each marked as such. */
    showsSamples: data.FIXED_TEXTS === "sample",
    /** Whether people have to prove their e-mail address before they bid, buy or list: only where mail is sent. */
    confirmsEmail: data.CONFIRM_EMAIL === "1" && data.MAIL_FROM !== null,
    /** What new members may do; null where there are no levels of trust. */
    newMembers: newMembersOf(data),
    /** Empty: only the origin that a request was sent to. */
    allowedOrigins: data.ALLOWED_ORIGINS,
    /** Whether calls without `Origin` and `Sec-Fetch-Site`, which no browser sends, are refused too. */
    csrfStrict: data.CSRF_STRICT === "1",
    passwordPepper: data.PASSWORD_PEPPER ?? null,
    /** The pepper before this one: passwords that were hashed with it are still accepted. */
    formerPepper: data.PASSWORD_PEPPER_BEFORE ?? null,
    /** Null: no certificates are issued. */
    signingKey: data.SIGNING_KEY ?? null,
    google: googleOf(data),
    turnstile: turnstileOf(data),
    /** Null: no mail is sent. */
    mailFrom: data.MAIL_FROM,
    /** Where to report a security problem. Null: there is no security.txt. */
    securityContact: data.SECURITY_CONTACT,
  };
}

/** Null with neither limit. */
function newMembersOf(data: z.infer<typeof vars>): NewMemberLimits | null {
  const { NEW_BIDDER_AMOUNT: amountMinor, NEW_BIDDER_AUCTIONS: auctionsPerDay, LIMIT_SCALE: scale } = data;
  if (amountMinor === 0 && auctionsPerDay === 0) return null;
  return { amountMinor: amountMinor * scale, auctionsPerDay: auctionsPerDay * scale };
}

/**
 * This deployment's widget of Cloudflare Turnstile; `url` is where its script and its verification are. Null, so that
 * people have to wait, unless both are set, and the pepper, which signs the passes of browsers.
 */
function turnstileOf(data: z.infer<typeof vars>) {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret, TURNSTILE_URL: url, PASSWORD_PEPPER: pepper } = data;
  return siteKey !== null && secret !== null && pepper !== undefined ? { siteKey, secret, url } : null;
}

/**
 * This deployment's client at the OpenID provider for "Sign in with Google". Null unless all three are set: an incomplete
 * configuration cannot sign anyone in.
 */
function googleOf(data: z.infer<typeof vars>) {
  const { OIDC_ISSUER: from, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = data;
  return from !== undefined && clientId !== null && clientSecret !== null
    ? { issuer: from, clientId, clientSecret }
    : null;
}
