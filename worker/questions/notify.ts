/**
 * Notifies people of a question: the seller when someone asks it, and the asker and everyone who watches the item when
 * it's answered. The call that writes it starts notifying, and the sweep continues where that stopped. Inboxes drop
 * what they already have.
 */
import type { NoticeKind } from "../contract/notice-kinds.ts";
import type { Database } from "../db/database.ts";
import { type DueNotice, findDueNotice, listDueNotices, listWatchersAfter, recordNotified } from "./queries/notices.ts";

type NoticePorts = { readonly db: Database; readonly inboxes: Env["INBOX"] };

/** How many watchers' inboxes are called at the same time, and how many such batches one call makes. */
const WATCHERS_PER_BATCH = 50;
const MAX_BATCHES = 4;
/** The call that wrote a question notifies people itself, within seconds. */
const GRACE_MS = 60_000;
/** After a day a notice is no longer news, and an inbox that fails for that long must not hold up the other inboxes. */
const MAX_DELAY_MS = 24 * 3_600_000;
const MAX_DUE_NOTICES = 20;

/** Notifies people of one question, within one call's budget. Does nothing if everyone has been notified. */
export async function notifyAboutQuestion(ports: NoticePorts, questionId: string): Promise<void> {
  const due = await findDueNotice(ports.db, questionId);
  if (due) await sendQuestionNotices(ports, due);
}

/** For the sweep. Questions with pending notifications. `now` is epoch ms. */
export function listDueQuestionNotices(db: Database, now: number): Promise<DueNotice[]> {
  return listDueNotices(db, now - GRACE_MS, MAX_DUE_NOTICES);
}

/** Continues a due notification, or gives up on it. `now` is epoch ms. */
export async function continueNotifying(ports: NoticePorts, due: DueNotice, now: number): Promise<void> {
  if (now > due.dueAt + MAX_DELAY_MS) await recordNotified(ports.db, due, null);
  else await sendQuestionNotices(ports, due);
}

async function sendQuestionNotices({ db, inboxes }: NoticePorts, due: DueNotice): Promise<void> {
  const { id: series, auctionId, askerId, sellerId, title, currency, askedAt, answeredAt } = due;
  const at = answeredAt ?? askedAt;
  const send = (kind: NoticeKind, userId: string) =>
    inboxes.getByName(userId).deliver([{ auctionId, series, seq: at, kind, values: { title, currency }, at }]);
  if (isNoLongerVisible(due)) return recordNotified(db, due, null);
  if (answeredAt === null) {
    await send("questionAsked", sellerId);
    return recordNotified(db, due, null);
  }
  if (askerId !== null && due.upTo === 0) await send("questionAnswered", askerId);
  let { upTo } = due;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const watchers = await listWatchersAfter(db, auctionId, upTo, WATCHERS_PER_BATCH);
    const others = watchers.filter(({ userId }) => userId !== askerId && userId !== sellerId);
    await Promise.all(others.map(({ userId }) => send("newAnswer", userId)));
    const last = watchers.at(-1);
    if (!last || watchers.length < WATCHERS_PER_BATCH) return recordNotified(db, due, null);
    upTo = last.position;
    await recordNotified(db, due, upTo);
  }
}

/** The question or its listing was hidden, or the auction was voided or is gone, before everyone was notified. */
function isNoLongerVisible({ phase, hiddenReason, answerHiddenReason }: DueNotice): boolean {
  return (phase !== "open" && phase !== "closed") || (hiddenReason ?? answerHiddenReason) !== null;
}
