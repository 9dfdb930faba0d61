/**
 * What the operator's command does in D1 after it was set back to an earlier time (npm run d1:restored): all sessions
 * end, also those that had ended and are back, and the sweep notifies their inboxes (`at` is long ago, so at its next
 * run). Links in mails that were used are valid again, so none stays. Then the sweep begins to compare. Plain SQL,
 * because it runs through wrangler.
 */

/** There is at most one restore to settle: a later one begins it again. */
export const ONLY_RESTORE = 1;

export const SETTLE_RESTORE: readonly string[] = [
  "INSERT OR IGNORE INTO session_ends (session_id, user_id, at) SELECT id, user_id, 0 FROM sessions",
  "DELETE FROM sessions",
  "DELETE FROM password_resets",
  "DELETE FROM email_changes",
  `INSERT OR REPLACE INTO restores (id, begun_at, people_up_to, auctions_up_to)
   VALUES (${ONLY_RESTORE}, unixepoch() * 1000, '', '')`,
];
