/** The sweep's tasks for deals. A task that fails does not hold up the others. */
import type { Database } from "../db/database.ts";
import {
  eraseOldTexts,
  listOverdueDealIds,
  listDueReminderDealIds,
  listPendingFollowUpDealIds,
  listAuctionIdsWithoutDeal,
  openMissingDeal,
  recordOverdueEvents,
  sendReminder,
  retryFollowUps,
} from "../deals/due-deals.ts";
import { dealPorts } from "../deals/follow-ups.ts";
import { deliverRatingNotice, listDueRatingIds } from "../ratings/rating-notices.ts";
import { settingsOf } from "../settings/settings.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";

/** `idPrefix` is the first byte of the IDs of the auctions to check this time. */
export async function sweepDeals(env: Env, db: Database, idPrefix: string, now: number): Promise<void> {
  const ports = dealPorts(env, db);
  const settings = settingsOf(env);
  const { unpaidLimit, dealPaymentMs } = settings;
  // Due changes come first, so that no one gets a reminder of an overdue payment.
  const tasks = [
    async () =>
      forEachConcurrently(await listOverdueDealIds(ports, now), (id) => recordOverdueEvents(ports, id, settings, now)),
    async () => forEachConcurrently(await listDueReminderDealIds(ports, now), (id) => sendReminder(ports, id, now)),
    async () =>
      forEachConcurrently(await listPendingFollowUpDealIds(ports, now), (id) => retryFollowUps(ports, id, unpaidLimit)),
    async () =>
      forEachConcurrently(await listAuctionIdsWithoutDeal(ports, idPrefix), (id) =>
        openMissingDeal(env.DB, id, dealPaymentMs, now),
      ),
    async () => forEachConcurrently(await listDueRatingIds(db, now), (id) => deliverRatingNotice(ports, id, now)),
    () => eraseOldTexts(ports, now),
  ];
  const failures: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "deals were not swept completely");
}
