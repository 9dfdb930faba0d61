/**
 * The deployment's settings from `[vars]` and secrets, validated once per isolate. If a setting is invalid, every
 * request fails before we process it, and we log the setting's name.
 */
import type { ListingLimits } from "../rules/listing.ts";
import { parseObjectSettings, parseSettings, type SettingValues } from "./setting-table.ts";

/**
 * How much a new member can bid (minor units), and how many auctions a day they can start bidding in. 0 means no limit.
 */
export type NewMemberLimits = { readonly amountMinor: number; readonly auctionsPerDay: number };

export type GoogleSettings = NonNullable<Settings["google"]>;
export type TurnstileSettings = NonNullable<Settings["turnstile"]>;

const DAY_MS = 24 * 3_600_000;

const settingsByEnv = new WeakMap<Env, Settings>();

export function settingsOf(env: Env): Settings {
  let settings = settingsByEnv.get(env);
  if (!settings) {
    settings = readSettings(env);
    for (const event of unconfiguredFeatures(settings, env)) console.warn(JSON.stringify(event));
    settingsByEnv.set(env, settings);
  }
  return settings;
}

/**
 * The missing parts of this deployment. We log them once per isolate, so that operators notice before their users do.
 */
function unconfiguredFeatures({ google, mailFrom, passwordPepper, turnstile }: Settings, env: Env) {
  const isTurnstileIncomplete = turnstile === null && [env.TURNSTILE_SITE_KEY, env.TURNSTILE_SECRET].some(Boolean);
  return [
    ...(passwordPepper === null
      ? [{ event: "pepper_not_configured", unavailable: "bid origins, known devices, passkeys" }]
      : []),
    ...(env.IMAGES ? [] : [{ event: "images_not_configured", refused: "uploads of images" }]),
    ...(env.MAIL && mailFrom !== null ? [] : [{ event: "mail_not_configured", notSent: "links and notices by email" }]),
    ...(env.METRICS ? [] : [{ event: "metrics_not_configured", notWritten: "data points for graphs" }]),
    ...(isTurnstileIncomplete ? [{ event: "turnstile_not_configured", notOffered: "the human check" }] : []),
    ...(google ? [] : [{ event: "google_not_configured", refused: "sign-in with Google" }]),
  ];
}

/** The limits that the rules apply when a listing is created or edited. */
export function listingLimits({ minStartingPriceMinor, minAuctionSeconds }: Settings): ListingLimits {
  return { minStartingPriceMinor, minAuctionMs: minAuctionSeconds * 1_000 };
}

/** Throws an Error that lists the invalid settings, but never their values. */
export function readSettings(env: { readonly [Name in keyof SettingValues]?: unknown }): Settings {
  return toSettings(parseSettings(env));
}

/** The settings that Durable Objects use. Other invalid settings don't stop them (`setting-table.ts`). */
export function objectSettings(env: { readonly [Name in keyof SettingValues]?: unknown }) {
  const data = parseObjectSettings(env);
  return {
    limitScale: data.LIMIT_SCALE,
    /** Above this many watchers in a room or relay, we open another relay. */
    relayAfter: data.RELAY_AFTER,
    bidTimeoutMs: data.BID_LATE_SECONDS * 1_000,
    dealPaymentMs: data.DEAL_PAYMENT_DAYS * DAY_MS,
    ...trustLevelSettings(data),
  };
}

export type Settings = Readonly<ReturnType<typeof toSettings>>;

function toSettings(data: SettingValues) {
  return {
    siteName: data.SITE_NAME,
    currency: data.CURRENCY,
    minStartingPriceMinor: data.MIN_STARTING_PRICE,
    softCloseMs: data.SOFT_CLOSE_SECONDS * 1_000,
    minAuctionSeconds: data.MIN_AUCTION_SECONDS,
    limitScale: data.LIMIT_SCALE,
    /** Whether pages show the sample text of the original specification, marked as such. */
    showsSamples: data.FIXED_TEXTS === "sample",
    /** How long a buyer has to pay. */
    dealPaymentMs: data.DEAL_PAYMENT_DAYS * DAY_MS,
    /** How many unpaid deals in a year stop a person's bidding. 0 means no limit. */
    unpaidLimit: data.UNPAID_LIMIT,
    ...trustLevelSettings(data),
    /** If empty, only the origin that a request was sent to. */
    allowedOrigins: data.ALLOWED_ORIGINS,
    /** Whether calls without `Origin` and `Sec-Fetch-Site` are refused too. Browsers always send them. */
    isCsrfStrict: data.CSRF_STRICT,
    passwordPepper: data.PASSWORD_PEPPER ?? null,
    /** The previous pepper. We still accept passwords that were hashed with it. */
    previousPepper: data.PASSWORD_PEPPER_BEFORE ?? null,
    /** If null, no certificates are issued, and invoices can't be read. */
    signingKey: data.SIGNING_KEY ?? null,
    google: googleOf(data),
    turnstile: turnstileOf(data),
    /** The key that signs sessions, followed by the older keys that we still accept. */
    sessionKeys: [data.SESSION_KEY, ...(data.SESSION_KEY_BEFORE === undefined ? [] : [data.SESSION_KEY_BEFORE])],
    /** The address for security reports. If null, there's no security.txt. */
    securityContact: data.SECURITY_CONTACT,
  };
}

/** The settings that a person's level of trust and its limits depend on. */
export type TrustLevelSettings = Readonly<ReturnType<typeof trustLevelSettings>>;

function trustLevelSettings(
  data: Pick<
    SettingValues,
    "CONFIRM_EMAIL" | "LIMIT_SCALE" | "MAIL_FROM" | "NEW_BIDDER_AMOUNT" | "NEW_BIDDER_AUCTIONS"
  >,
) {
  return {
    /** The From address. If null, no email is sent. */
    mailFrom: data.MAIL_FROM,
    /** Whether people have to verify their email address before they bid, buy or list. Never if no email is sent. */
    requiresVerifiedEmail: data.CONFIRM_EMAIL && data.MAIL_FROM !== null,
    /** The limits for new members. Null if there are no levels of trust. */
    newMemberLimits: newMemberLimitsOf(data),
  };
}

/** Null if new members have no limits. */
function newMemberLimitsOf(
  data: Pick<SettingValues, "LIMIT_SCALE" | "NEW_BIDDER_AMOUNT" | "NEW_BIDDER_AUCTIONS">,
): NewMemberLimits | null {
  const { NEW_BIDDER_AMOUNT: amountMinor, NEW_BIDDER_AUCTIONS: auctionsPerDay, LIMIT_SCALE: scale } = data;
  if (amountMinor === 0 && auctionsPerDay === 0) return null;
  return { amountMinor: amountMinor * scale, auctionsPerDay: auctionsPerDay * scale };
}

/**
 * This deployment's Cloudflare Turnstile widget. `url` is the base URL of its script and its verification. Null unless
 * both keys and the pepper are set. If it's null, people who reach a limit have to wait. The pepper signs the pass
 * that a browser gets.
 */
function turnstileOf(data: SettingValues) {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret, TURNSTILE_URL: url, PASSWORD_PEPPER: pepper } = data;
  return siteKey !== null && secret !== null && pepper !== undefined ? { siteKey, secret, url } : null;
}

/**
 * This deployment's client at the OpenID provider for "Sign in with Google". Null unless both its ID and its secret are
 * set, because an incomplete configuration can't sign anyone in.
 */
function googleOf(data: SettingValues) {
  const { OIDC_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = data;
  return clientId !== null && clientSecret !== null ? { issuer, clientId, clientSecret } : null;
}
