/**
 * Automatically relists an expired auction, because its seller chose that. The sweep calls this for each due plan.
 * After a failure it retries a minute later. A refusal settles the plan. The seller, who was notified of the end, can
 * still relist the item manually.
 */
import { actorOf } from "../accounts/actor.ts";
import { maskEmailOrNone } from "../accounts/masked-email.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { openDatabase } from "../db/database.ts";
import { settingsOf } from "../settings/settings.ts";
import { listingPorts } from "./ports.ts";
import { findDuePlan, settlePlan } from "./queries/relist-plans.ts";
import { relist } from "./relist.ts";

/** After an outage of more than two days, the seller no longer expects the relisting. */
const MAX_DELAY_MS = 2 * 24 * 3_600_000;

/** Refusals that are not worth a log line: the item sold, or its seller relisted it first. */
const EXPECTED_REFUSALS: ReadonlySet<ErrorCode> = new Set(["not_expired", "already_relisted"]);

export async function relistDueListing(env: Env, expiredAuctionId: string): Promise<void> {
  const db = openDatabase(env.DB);
  const due = await findDuePlan(db, expiredAuctionId);
  // The seller has turned relisting off, or another run of the sweep has handled the plan.
  if (!due) return;
  const now = Date.now();
  if (due.seller !== null && now <= due.dueAt + MAX_DELAY_MS) {
    const relisting = {
      actor: actorOf({ user: { ...due.seller, maskedEmail: maskEmailOrNone(due.seller.email) } }),
      expiredAuctionId,
      endsAt: null,
    };
    const relisted = await relist(listingPorts(env, db), settingsOf(env), relisting, now);
    if (!relisted.ok) logRefusal(expiredAuctionId, relisted.failure.code);
  }
  await settlePlan(db, expiredAuctionId);
}

function logRefusal(auction: string, code: ErrorCode): void {
  if (!EXPECTED_REFUSALS.has(code)) console.warn(JSON.stringify({ event: "relisting_refused", auction, code }));
}
