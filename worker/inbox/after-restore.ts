import { isAnonymous, setAnonymous } from "../accounts/queries/people.ts";
import { type Database, openDatabase } from "../db/database.ts";
/**
 * After D1 was set back to an earlier time: writes to D1 again what one person's inbox still has, because the inbox was
 * not set back: the acts of admins about the person, and the choice of a number. The caller restarts a deletion.
 */
import { isRecorded } from "../moderation/queries/acts.ts";
import { changePerson, findAccountStatus, removeAdmin } from "../moderation/queries/moderated-people.ts";
import { notedActs, type PersonAct } from "./noted-acts.ts";
import { STORED_ANONYMOUS } from "./store.ts";

export async function writeBack(env: Env, kv: SyncKvStorage, userId: string): Promise<void> {
  const db = openDatabase(env.DB);
  if (!(await findAccountStatus(db, userId))) return;
  for (const act of notedActs(kv)) {
    // If D1 lacks the act's row, it was set back to before the act: the row is written again together with the change.
    if (!(await isRecorded(db, act))) await repeat(db, act);
  }
  const anonymous = kv.get<boolean>(STORED_ANONYMOUS);
  if (anonymous !== undefined && anonymous !== (await isAnonymous(db, userId))) {
    await setAnonymous(db, userId, anonymous);
  }
}

async function repeat(db: Database, act: PersonAct): Promise<void> {
  if (act.act === "removeAdmin") await removeAdmin(db, act);
  else await changePerson(db, { ...act, act: act.act });
}
