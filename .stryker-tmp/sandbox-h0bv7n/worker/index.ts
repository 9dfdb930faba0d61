/** The front door: every call under /api/v1, the Durable Objects, and the sweep that the clock starts. */
// @ts-nocheck

import { Hono } from "hono";

import type { HttpEnv } from "./http/context.ts";
import { answerError } from "./http/failure.ts";
import { frame, prepare } from "./http/frame.ts";
import { notFound } from "./http/not-found.ts";
import { originGuard } from "./http/origin-guard.ts";
import { auctions } from "./routes/auctions.ts";
import { auth } from "./routes/auth.ts";
import { bids } from "./routes/bids.ts";
import { categories } from "./routes/categories.ts";
import { house } from "./routes/house.ts";
import { images } from "./routes/images.ts";
import { listings } from "./routes/listings.ts";
import { notifications } from "./routes/notifications.ts";
import { users } from "./routes/users.ts";
import { sweep } from "./sweep.ts";

export { Inbox } from "./inbox/inbox.ts";
export { AuctionRoom } from "./room/auction-room.ts";

const app = new Hono<HttpEnv>();
app
  .use(frame, prepare, originGuard)
  .route("/api/v1", house)
  .route("/api/v1/auth", auth)
  .route("/api/v1/auction", auctions)
  .route("/api/v1/auction", listings)
  .route("/api/v1/auction", categories)
  .route("/api/v1/auction", notifications)
  .route("/api/v1/bid", bids)
  .route("/api/v1/user", users)
  .route("/api/v1/images", images)
  .notFound(notFound(app))
  .onError(answerError);

export default {
  fetch: app.fetch,
  scheduled: async (controller, env) => sweep(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
