/**
 * Types of the bindings in wrangler.toml. Written by hand: `wrangler types` loses the Durable Objects' classes when
 * they are declared under `[exports]` (see docs/decisions). Settings are text here and validated once in `settings.ts`.
 */
declare namespace Cloudflare {
  interface Env {
    readonly ASSETS: Fetcher;
    readonly DB: D1Database;
    readonly IMAGE_BUCKET: R2Bucket;
    /** Cloudflare Images: encodes uploads and resizes images. Without it no image can be uploaded. */
    readonly IMAGES?: ImagesBinding | undefined;
    readonly AUCTION_ROOM: DurableObjectNamespace<import("./room/auction-room.ts").AuctionRoom>;
    readonly AUDIENCE_RELAY: DurableObjectNamespace<import("./room/live/relay.ts").AudienceRelay>;
    readonly INBOX: DurableObjectNamespace<import("./inbox/inbox.ts").Inbox>;
    readonly LIMITS: DurableObjectNamespace<import("./rate-limits/limiter.ts").Limiter>;
    readonly CURRENCY: string;
    /** `sample` shows the sample texts of the original specification, `real` counted figures or nothing. */
    readonly FIXED_TEXTS?: string;
    /** `1` on a local server, whose pages come over plain HTTP: worker/http/local-cookies.ts. */
    readonly LOCAL?: string;
    readonly MIN_STARTING_PRICE: string;
    readonly SOFT_CLOSE_SECONDS: string;
    readonly MIN_AUCTION_SECONDS: string;
    /** Multiplies every limit of worker/rate-limits/numbers.ts: 1 but in tests. Read by worker/platform/object-settings.ts. */
    readonly LIMIT_SCALE?: string | undefined;
    /** Watchers of a room, and of each relay, beyond which the next relay is opened. Read by the same. */
    readonly RELAY_AFTER?: string | undefined;
    /**
     * How long a bid may wait, from the Worker's receipt on, before it is refused; 2 by default, more only in tests.
     */
    readonly BID_LATE_SECONDS?: string;
    /** `1`: the first bid, purchase and listing need a proven e-mail address, where mail is configured. */
    readonly CONFIRM_EMAIL?: string;
    /** The most that a new member may bid, in major units; 0 or absent for no limit. `LIMIT_SCALE` multiplies it. */
    readonly NEW_BIDDER_AMOUNT?: string;
    /** In how many auctions a day a new member may begin to bid; 0 or absent for no limit. Multiplied, too. */
    readonly NEW_BIDDER_AUCTIONS?: string;
    /** Comma-separated; empty means the deployment's own origin. */
    readonly ALLOWED_ORIGINS?: string;
    /** `1` refuses calls without `Origin` and `Sec-Fetch-Site`; browsers always send them. */
    readonly CSRF_STRICT?: string;
    /** Secret pepper of password hashes. Without it no bid origins are stored and no device becomes known. */
    readonly PASSWORD_PEPPER?: string | undefined;
    /** The pepper before it, while passwords that were hashed with it are left. */
    readonly PASSWORD_PEPPER_BEFORE?: string;
    /** Secret key that signs closing certificates: an Ed25519 key as a JWK. Without it none are issued. */
    readonly SIGNING_KEY?: string;
    /** The issuer of the OpenID provider for "Sign in with Google", as its tokens name it. */
    readonly OIDC_ISSUER?: string;
    /** Sign-in with Google needs both the client id and the secret. */
    readonly GOOGLE_CLIENT_ID?: string;
    readonly GOOGLE_CLIENT_SECRET?: string;
    /** Proofs of being human (Cloudflare Turnstile) need both the site key and the secret. */
    readonly TURNSTILE_SITE_KEY?: string;
    readonly TURNSTILE_SECRET?: string;
    /** Where Turnstile's script and its verification are; other than Cloudflare's only in tests. */
    readonly TURNSTILE_URL?: string;
    /** Analytics Engine. Without it no figures are written. */
    readonly FIGURES?: AnalyticsEngineDataset | undefined;
    /** The deployed version, for the operator's desk; absent where nothing was deployed. */
    readonly VERSION?: WorkerVersionMetadata;
    /** Sends mail; absent where it is not configured. */
    readonly MAIL?: SendEmail;
    /** The sender of mail; without it none is sent. */
    readonly MAIL_FROM?: string;
    /** Where to report a security problem: `mailto:…` or `https://…`. Without it there is no security.txt. */
    readonly SECURITY_CONTACT?: string;
  }
}
interface Env extends Cloudflare.Env {}
