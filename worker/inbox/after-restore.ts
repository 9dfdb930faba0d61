/**
 * After D1 has been restored to an earlier time, writes a person's data back to D1 from their inbox: the admin actions
 * about them, and their choice to bid anonymously. The caller restarts a deletion.
 */
import { isAnonymous, setAnonymous } from "../accounts/queries/people.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { isRecorded } from "../moderation/queries/admin-actions.ts";
import { changePerson, findAccountStatus, removeAdmin } from "../moderation/queries/moderated-people.ts";
import { listRecordedAdminActions, type PersonAction } from "./recorded-admin-actions.ts";
import { ANONYMOUS_KEY } from "./store.ts";

export async function restoreToDatabase(env: Env, kv: SyncKvStorage, userId: string): Promise<void> {
  const db = openDatabase(env.DB);
  if (!(await findAccountStatus(db, userId))) return;
  for (const action of listRecordedAdminActions(kv)) {
    // If D1 lacks the action's row, it was restored to before the action. The row is written again together with the
    // change.
    if (!(await isRecorded(db, action))) await reapply(db, action);
  }
  const anonymous = kv.get<boolean>(ANONYMOUS_KEY);
  if (anonymous !== undefined && anonymous !== (await isAnonymous(db, userId))) {
    await setAnonymous(db, userId, anonymous);
  }
}

async function reapply(db: Database, action: PersonAction): Promise<void> {
  if (action.action === "removeAdmin") await removeAdmin(db, action);
  else await changePerson(db, { ...action, action: action.action });
}
