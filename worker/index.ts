/** The Worker's entry point: the HTTP app, the Durable Objects, and the sweep started by the cron trigger. */
import { app } from "./app.ts";
import { withLocalCookies } from "./http/local-cookies.ts";
import { withTimeLimits } from "./platform/time-limits.ts";
import { sweep } from "./sweep/sweep.ts";

export { Inbox } from "./inbox/inbox.ts";
export { Limiter } from "./rate-limits/limiter.ts";
export { AuctionRoom } from "./room/auction-room.ts";
export { AudienceRelay } from "./room/live/relay.ts";

export default {
  fetch: (request: Request, env: Env, context: Parameters<typeof app.fetch>[2]) =>
    withLocalCookies(request, env.LOCAL === "1", (localRequest) =>
      app.fetch(localRequest, withTimeLimits(env), context),
    ),
  scheduled: async (controller, env) => sweep(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
