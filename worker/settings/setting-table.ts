/**
 * Every setting of a deployment, declared once: its allowed values, its default, and what it is for. The type of `env`,
 * `Settings` (`settings.ts`) and the checks of our commands derive from it. A test compares the comments in
 * wrangler.toml, the list in docs/deploy.md and the deploy button's questions in package.json with it.
 */
import * as z from "zod";

import { email } from "../contract/account.ts";
import { amount, text } from "../contract/fields.ts";
import { MAX_SITE_NAME_LENGTH } from "../contract/lengths.ts";
import { CURRENCY_PROBLEM, isSupportedCurrency } from "../rules/currencies.ts";
import { toMinorOrThrow } from "../rules/money.ts";

type SettingHelp = {
  /** In one line, in Markdown. */
  readonly help: string;
  /** The text used if the setting is left out. Without a default, it stays unset. */
  readonly default?: string;
  /** Set with `wrangler secret put`, never in a file of the repository. */
  readonly secret?: true;
};

const SETTING_HELP = z.registry<SettingHelp>();

/** A copy, because two settings may share the same schema. */
function setting<Check extends z.ZodType>(schema: Check, help: SettingHelp): Check {
  const copy = schema.clone();
  SETTING_HELP.add(copy, help);
  return copy;
}

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().max(max));

const atLeastOne = (max: number) => wholeNumber(max).pipe(z.number().min(1));

const money = amount("not an amount").transform(toMinorOrThrow);

const onOff = z.enum(["0", "1"]).transform((value) => value === "1");

/** Exactly as browsers send it in `Origin`: scheme, host and port only. */
const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value);

const DAY_SECONDS = 86_400;

/**
 * A base URL without a trailing slash, such as an OpenID issuer. Plain HTTP is only for a local server in development.
 */
const serviceUrl = z.url().refine((value) => {
  const { protocol, hostname } = new URL(value);
  return (protocol === "https:" || hostname === "127.0.0.1" || hostname === "localhost") && !value.endsWith("/");
});

/** An empty string counts as not set. */
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === "" ? null : value));

const pepper = z.string().min(16).optional();

/** At least as long as the hash that it keys. */
const sessionKey = z.string().min(32);

/** A private key as a JWK, in JSON. */
const signingKey = z
  .string()
  .transform((json, context) => {
    try {
      const value: unknown = JSON.parse(json);
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

const SETTINGS = z.object({
  SITE_NAME: setting(text(MAX_SITE_NAME_LENGTH, "A site needs a name"), {
    default: "Lotline",
    help: "The site's name on pages and in emails. Up to 40 characters. It's built into the pages, so deploy again after a change.",
  }),
  CURRENCY: setting(z.string().refine(isSupportedCurrency, CURRENCY_PROBLEM), {
    default: "USD",
    help: "The three-letter code of a currency with two decimal places (not `JPY` or `KWD`). Don't change it once there are auctions.",
  }),
  MIN_STARTING_PRICE: setting(money, {
    default: "100",
    help: "The smallest starting price, in units of `CURRENCY`. Choose both together, such as `INR` with `1000`.",
  }),
  SOFT_CLOSE_SECONDS: setting(wholeNumber(DAY_SECONDS), {
    default: "120",
    help: "The length of the soft-close window, in seconds. A bid in this window extends the auction. At most 10% of the auction's length.",
  }),
  MIN_AUCTION_SECONDS: setting(wholeNumber(DAY_SECONDS), { default: "60", help: "The shortest auction allowed." }),
  FIXED_TEXTS: setting(z.enum(["sample", "real"]), {
    default: "sample",
    help: "`sample` shows sample figures, ratings and perks, each marked as such. `real` shows real figures or nothing. Choose `real` before anyone trades on your site.",
  }),
  CONFIRM_EMAIL: setting(onOff, {
    default: "1",
    help: "`1`: bids, purchases and listings need a confirmed email address. It has no effect without `MAIL_FROM`.",
  }),
  NEW_BIDDER_AMOUNT: setting(money, {
    default: "5000",
    help: 'The most that a new member may bid, or pay with "Buy now", in units of `CURRENCY`. `0` for no limit.',
  }),
  NEW_BIDDER_AUCTIONS: setting(wholeNumber(1_000_000), {
    default: "20",
    help: "How many auctions a day a new member may start bidding in. `0` for no limit.",
  }),
  DEAL_PAYMENT_DAYS: setting(atLeastOne(60), {
    default: "4",
    help: "How many days a buyer has to pay. After that the seller chooses what happens to the item.",
  }),
  UNPAID_LIMIT: setting(wholeNumber(1_000), {
    default: "3",
    help: "After this many unpaid deals in a year, a person can't bid or buy until an admin allows it again. `0` for no limit.",
  }),
  OIDC_ISSUER: setting(serviceUrl, {
    default: "https://accounts.google.com",
    help: 'The issuer URL of the OpenID provider behind "Sign in with Google".',
  }),
  GOOGLE_CLIENT_ID: setting(optionalText, {
    help: 'The OAuth client ID for "Sign in with Google". Without it, no one can sign in with Google.',
  }),
  GOOGLE_CLIENT_SECRET: setting(optionalText, { secret: true, help: "The secret of `GOOGLE_CLIENT_ID`." }),
  MAIL_FROM: setting(
    z
      .union([z.literal(""), email])
      .optional()
      .transform((value) => (value === undefined || value === "" ? null : value)),
    { help: "The From address, at a domain that's set up to send email. Without it, the site sends no email." },
  ),
  SECURITY_CONTACT: setting(
    // One line, because security.txt needs that.
    optionalText.pipe(
      z
        .string()
        .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
        .nullable(),
    ),
    {
      help: "Where to report a security problem (`mailto:…` or `https://…`), served at `/.well-known/security.txt`. Without it, there is no such file.",
    },
  ),
  TURNSTILE_SITE_KEY: setting(optionalText, {
    help: "The site key of your Cloudflare Turnstile widget. With it, people whose network has used up a limit can verify that they're human. Without it, they wait.",
  }),
  TURNSTILE_SECRET: setting(optionalText, { secret: true, help: "The secret of `TURNSTILE_SITE_KEY`." }),
  TURNSTILE_URL: setting(serviceUrl, {
    default: "https://challenges.cloudflare.com/turnstile/v0",
    help: "The base URL of Turnstile's script and verification. Change it only for tests.",
  }),
  PASSWORD_PEPPER: setting(pepper, {
    secret: true,
    help: "Part of every password's hash. At least 16 random characters, for example from `openssl rand -base64 32`. Keep a copy. If you lose it, no one's passwords will work.",
  }),
  PASSWORD_PEPPER_BEFORE: setting(pepper, {
    secret: true,
    help: "The previous pepper. Passwords hashed with it still work.",
  }),
  SESSION_KEY: setting(sessionKey, {
    secret: true,
    help: "Signs sessions. At least 32 random characters, for example from `openssl rand -base64 32`. Anyone who has it can sign in as anyone.",
  }),
  SESSION_KEY_BEFORE: setting(sessionKey.optional(), {
    secret: true,
    help: "The previous key. Sessions signed with it still work. Remove it a week after the change.",
  }),
  SIGNING_KEY: setting(signingKey.optional(), {
    secret: true,
    help: "Signs closing certificates and invoices. An Ed25519 key as a JWK, on one line. `npm run --silent secrets:make` prints one.",
  }),
  ALLOWED_ORIGINS: setting(
    z
      .string()
      .transform((list) =>
        list
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      )
      .pipe(z.array(origin)),
    {
      default: "",
      help: "The origins at which people open this site, separated by commas. Emails link to the first. Empty allows only the request's own origin.",
    },
  ),
  CSRF_STRICT: setting(onOff, {
    default: "0",
    help: "`1` refuses calls without `Origin` and `Sec-Fetch-Site`. Browsers always send them, but programs don't.",
  }),
  BID_LATE_SECONDS: setting(wholeNumber(DAY_SECONDS), {
    default: "2",
    help: "How long a bid may wait after the Worker receives it. We refuse bids that wait longer.",
  }),
  // A room can hold 20,000 sockets. At 1,000, an isolate stays far below its memory limit
  // (`docs/notes/live-audience.md`).
  RELAY_AFTER: setting(atLeastOne(20_000), {
    default: "1000",
    help: "How many watchers a room or relay has before the next relay opens. See [many watchers](notes/live-audience.md).",
  }),
  LIMIT_SCALE: setting(atLeastOne(1_000_000), {
    default: "1",
    help: "Multiplies every rate limit. More than 1 is for tests.",
  }),
});

/**
 * The only settings that Durable Objects check. If another one is invalid, the Worker refuses every request, but alarms
 * still close auctions, and open sockets can still bid.
 */
const OBJECT_SETTINGS = SETTINGS.pick({
  BID_LATE_SECONDS: true,
  CONFIRM_EMAIL: true,
  DEAL_PAYMENT_DAYS: true,
  LIMIT_SCALE: true,
  MAIL_FROM: true,
  NEW_BIDDER_AMOUNT: true,
  NEW_BIDDER_AUCTIONS: true,
  RELAY_AFTER: true,
});

type SettingName = keyof typeof SETTINGS.shape;
/** The settings as `env` has them. Any of them can be left out. */
export type SettingVars = { readonly [Name in SettingName]?: string | undefined };
/** The parsed value of each setting. */
export type SettingValues = z.output<typeof SETTINGS>;

export type DeclaredSetting = SettingHelp & { readonly name: string };

export const DECLARED_SETTINGS: readonly DeclaredSetting[] = Object.entries(SETTINGS.shape).map(([name, check]) => {
  const help = SETTING_HELP.get(check);
  if (!help) throw new Error(`${name} is declared without setting()`);
  return { name, ...help };
});

/** The problem with a setting's value, or null. Commands that start a server check this first. */
export function settingProblem(name: string, value: string): string | null {
  const found = Object.entries(SETTINGS.shape).find(([known]) => known === name);
  const parsed = found?.[1].safeParse(value);
  return parsed?.success === true ? null : (parsed?.error.issues[0]?.message ?? "there is no such setting");
}

/** The site's name in these settings. Throws an Error if that name isn't allowed. */
export function siteNameOf(vars: SettingVars): string {
  return valuesIn(SETTINGS.pick({ SITE_NAME: true }), vars).SITE_NAME;
}

/** Throws an Error that lists the invalid settings, but never their values. */
export function parseSettings(env: object): SettingValues {
  return valuesIn(SETTINGS, env);
}

/** Ignores all settings that objects don't use. Throws as `parseSettings` does. */
export function parseObjectSettings(env: object) {
  return valuesIn(OBJECT_SETTINGS, env);
}

function valuesIn<Values>(schema: z.ZodType<Values>, env: object): Values {
  const parsed = schema.safeParse({ ...DEFAULT_SETTINGS, ...withoutEmptyValues(env) });
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path, message }) =>
    message === CURRENCY_PROBLEM ? `${String(path[0])} (${message})` : String(path[0]),
  );
  throw new Error(`wrong settings: ${Array.from(new Set(names)).join(", ")}`);
}

/** The default text of each setting that has one. */
export const DEFAULT_SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  DECLARED_SETTINGS.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
);

function withoutEmptyValues(env: object): object {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
