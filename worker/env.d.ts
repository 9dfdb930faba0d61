/**
 * Types of the bindings in wrangler.toml. Written by hand, because `wrangler types` loses the Durable Objects' classes
 * when they are declared under `[exports]` (docs/decisions/0029-pin-one-workerd-for-everything.md). Settings are text
 * here. setting-table.ts declares them.
 */
declare namespace Cloudflare {
  type SettingVars = import("./settings/setting-table.ts").SettingVars;
  interface Env extends SettingVars {
    readonly ASSETS: Fetcher;
    readonly DB: D1Database;
    readonly IMAGE_BUCKET: R2Bucket;
    /** Cloudflare Images: encodes uploads and resizes images. Without it no image can be uploaded. */
    readonly IMAGES?: ImagesBinding | undefined;
    readonly AUCTION_ROOM: DurableObjectNamespace<import("./room/auction-room.ts").AuctionRoom>;
    readonly AUDIENCE_RELAY: DurableObjectNamespace<import("./room/live/relay.ts").AudienceRelay>;
    readonly INBOX: DurableObjectNamespace<import("./inbox/inbox.ts").Inbox>;
    readonly LIMITS: DurableObjectNamespace<import("./rate-limits/limiter.ts").Limiter>;
    /** `1` on a local server, whose pages come over plain HTTP. See worker/http/local-cookies.ts. */
    readonly LOCAL?: string;
    /** Analytics Engine. Without it no metrics are written. */
    readonly METRICS?: AnalyticsEngineDataset | undefined;
    /** The deployed version, for the admin pages. Absent if nothing was deployed. */
    readonly VERSION?: WorkerVersionMetadata;
    /** Sends email. Absent if it isn't configured. */
    readonly MAIL?: SendEmail;
  }
}
interface Env extends Cloudflare.Env {}
