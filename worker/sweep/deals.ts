/** The sweep's run over the deals. A task that fails does not hold up the others. */
import type { Database } from "../db/database.ts";
import { dealPorts } from "../deals/follow-ups.ts";
import { deliverRatingNotice, listDueRatings } from "../deals/rating-notices.ts";
import {
  eraseOldTexts,
  listOverdue,
  listToRemind,
  listUnsettled,
  listWithoutDeal,
  openMissingDeal,
  recordOverdue,
  remind,
  settleAgain,
} from "../deals/sweep-deals.ts";
import { settingsOf } from "../settings.ts";
import { eachOf } from "./each-of.ts";

/** `part` is the first byte of the IDs of the auctions to check this time. */
export async function sweepDeals(env: Env, db: Database, part: string, now: number): Promise<void> {
  const ports = dealPorts(env, db);
  const settings = settingsOf(env);
  const { unpaidLimit, dealPaymentMs } = settings;
  // Due changes come first, so that no one gets a reminder of an overdue payment.
  const tasks = [
    async () => eachOf(await listOverdue(ports, now), (id) => recordOverdue(ports, id, settings, now)),
    async () => eachOf(await listToRemind(ports, now), (id) => remind(ports, id, now)),
    async () => eachOf(await listUnsettled(ports, now), (id) => settleAgain(ports, id, unpaidLimit)),
    async () => eachOf(await listWithoutDeal(ports, part), (id) => openMissingDeal(env.DB, id, dealPaymentMs, now)),
    async () => eachOf(await listDueRatings(db, now), (id) => deliverRatingNotice(ports, id, now)),
    () => eraseOldTexts(ports, now),
  ];
  const failures: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "deals were not swept completely");
}
