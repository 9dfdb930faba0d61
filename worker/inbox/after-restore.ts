import { isAnonymous, setAnonymous } from "../accounts/queries/people.ts";
import { type Catalogue, openCatalogue } from "../db/database.ts";
/**
 * After D1 was set back to an earlier time: writes to D1 again what one person's inbox still has, because the inbox was
 * not set back: the acts of admins about the person, and the choice of a number. The caller restarts a deletion.
 */
import { isRecorded } from "../moderation/queries/acts.ts";
import { changePerson, findAccountStatus, removeAdmin } from "../moderation/queries/moderated-people.ts";
import { notedActs, type PersonAct } from "./noted-acts.ts";
import { STORED_ANONYMOUS } from "./store.ts";

export async function writeBack(env: Env, kv: SyncKvStorage, userId: string): Promise<void> {
  const catalogue = openCatalogue(env.DB);
  if (!(await findAccountStatus(catalogue, userId))) return;
  for (const act of notedActs(kv)) {
    // If D1 lacks the act's row, it was set back to before the act: the row is written again together with the change.
    if (!(await isRecorded(catalogue, act))) await repeat(catalogue, act);
  }
  const anonymous = kv.get<boolean>(STORED_ANONYMOUS);
  if (anonymous !== undefined && anonymous !== (await isAnonymous(catalogue, userId))) {
    await setAnonymous(catalogue, userId, anonymous);
  }
}

async function repeat(catalogue: Catalogue, act: PersonAct): Promise<void> {
  if (act.act === "removeAdmin") await removeAdmin(catalogue, act);
  else await changePerson(catalogue, { ...act, act: act.act });
}
