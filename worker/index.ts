/** The Worker's entry point: the HTTP app, the Durable Objects, and the sweep started by the cron trigger. */
import { app } from "./app.ts";
import { sweep } from "./sweep/sweep.ts";

export { Inbox } from "./inbox/inbox.ts";
export { Limiter } from "./rate-limits/limiter.ts";
export { AuctionRoom } from "./room/auction-room.ts";
export { AudienceRelay } from "./room/live/relay.ts";

export default {
  fetch: app.fetch,
  scheduled: async (controller, env) => sweep(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
