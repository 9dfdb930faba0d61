/** All routes of the Worker, and the middleware that every request goes through. */
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";

import type { HttpEnv } from "./http/context.ts";
import { envelope, requestContext } from "./http/envelope.ts";
import { handleError } from "./http/failure.ts";
import { memoryLimits } from "./http/memory-limits.ts";
import { notFound } from "./http/not-found.ts";
import { originGuard } from "./http/origin-guard.ts";
import { sessionToken } from "./http/session-cookie.ts";
import { appPages, serveMissingPage } from "./pages/app-pages.ts";
import { auctionPages } from "./pages/auction-page.ts";
import { crawlers } from "./pages/crawlers.ts";
import { redirectPastedUrl } from "./pages/redirect-pasted-url.ts";
import { admin } from "./routes/admin.ts";
import { auctions } from "./routes/auctions.ts";
import { auth } from "./routes/auth.ts";
import { bids, ownMaximum } from "./routes/bids.ts";
import { blocks } from "./routes/blocks.ts";
import { browserErrors } from "./routes/browser-errors.ts";
import { categories } from "./routes/categories.ts";
import { categoryModeration } from "./routes/category-moderation.ts";
import { certificates, wellKnown } from "./routes/certificates.ts";
import { dataExport } from "./routes/data-export.ts";
import { dealModeration } from "./routes/deal-moderation.ts";
import { dealTexts } from "./routes/deal-texts.ts";
import { deals } from "./routes/deals.ts";
import { deployment } from "./routes/deployment.ts";
import { documentation } from "./routes/documentation.ts";
import { drafts } from "./routes/drafts.ts";
import { emailChange, emailConfirmation } from "./routes/email-change.ts";
import { google } from "./routes/google.ts";
import { humanCheck } from "./routes/human-check.ts";
import { images } from "./routes/images.ts";
import { invoices } from "./routes/invoices.ts";
import { listings } from "./routes/listings.ts";
import { moderation } from "./routes/moderation.ts";
import { notifications } from "./routes/notifications.ts";
import { ownProfile } from "./routes/own-profile.ts";
import { ownPasskeys, passkeySignIn } from "./routes/passkeys.ts";
import { passwordResets } from "./routes/password-resets.ts";
import { peopleModeration } from "./routes/people-moderation.ts";
import { aliases, privacy } from "./routes/privacy.ts";
import { purchases } from "./routes/purchases.ts";
import { itemQuestions, questions } from "./routes/questions.ts";
import { ratings, sellerRatings } from "./routes/ratings.ts";
import { relistPlans } from "./routes/relist-plans.ts";
import { reports } from "./routes/reports.ts";
import { secondChances } from "./routes/second-chances.ts";
import { securityContact } from "./routes/security-contact.ts";
import { security } from "./routes/security.ts";
import { sellers } from "./routes/sellers.ts";
import { textModeration } from "./routes/text-moderation.ts";
import { users } from "./routes/users.ts";

/**
 * A trailing slash makes no difference in a URL. We don't use Hono's default router. It tries a faster one first, which
 * rejects our paths, because `/auction/:id/live` and `/auction/editAuction/:id` have a parameter and a fixed word in
 * the same place.
 */
export const app = new Hono<HttpEnv>({ strict: false, router: new TrieRouter() });
app
  .use(envelope, requestContext, originGuard, sessionToken, memoryLimits, redirectPastedUrl)
  .route("/api/v1", deployment)
  .route("/api/v1", documentation)
  .route("/api/v1", browserErrors)
  .route("/api/v1/auth", auth)
  .route("/api/v1/auth", google)
  .route("/api/v1/auth", passwordResets)
  .route("/api/v1/auth", passkeySignIn)
  .route("/api/v1/auth", emailConfirmation)
  .route("/api/v1/auth", humanCheck)
  .route("/api/v1/auction", auctions)
  .route("/api/v1/auction", listings)
  .route("/api/v1/auction", relistPlans)
  .route("/api/v1/auction", certificates)
  .route("/api/v1/auction", reports)
  .route("/api/v1/auction", itemQuestions)
  .route("/api/v1/auction", secondChances)
  .route("/api/v1/auction", aliases)
  .route("/api/v1/auction", ownMaximum)
  .route("/api/v1/auction", purchases)
  .route("/api/v1/auction", categories)
  .route("/api/v1/auction", notifications)
  .route("/api/v1/seller", sellers)
  .route("/api/v1/seller", sellerRatings)
  .route("/api/v1/bid", bids)
  .route("/api/v1/question", questions)
  .route("/api/v1/deals", invoices)
  .route("/api/v1/deals", deals)
  .route("/api/v1/rating", ratings)
  .route("/api/v1/user", dealTexts)
  .route("/api/v1/user/blocks", blocks)
  .route("/api/v1/user/drafts", drafts)
  .route("/api/v1/user/passkeys", ownPasskeys)
  .route("/api/v1/user", privacy)
  .route("/api/v1/user", ownProfile)
  .route("/api/v1/user", emailChange)
  .route("/api/v1/user", dataExport)
  .route("/api/v1/user", users)
  .route("/api/v1/moderation", moderation)
  .route("/api/v1/moderation/people", peopleModeration)
  .route("/api/v1/moderation/categories", categoryModeration)
  .route("/api/v1/moderation/deals", dealModeration)
  .route("/api/v1/moderation", textModeration)
  .route("/api/v1/moderation", admin)
  .route("/api/v1/user", security)
  .route("/api/v1/images", images)
  .route("/.well-known", wellKnown)
  .route("/.well-known", securityContact)
  .route("/auction", auctionPages)
  .route("/", crawlers)
  .route("/", appPages)
  .notFound(notFound(app, serveMissingPage))
  .onError(handleError);
