import { isRecorded } from "../catalogue/acts.ts";
/**
 * After D1 was set back to an earlier time: writes to D1 again what one person's inbox still has, because the inbox was
 * not set back: the acts of admins about the person, and the choice of a number. The caller restarts a deletion.
 */
import { type Catalogue, openCatalogue } from "../catalogue/database.ts";
import {
  findAccountStatus,
  hideName,
  makeAdmin,
  removeAdmin,
  removePortrait,
  restore,
  setTrust,
  showName,
  suspend,
} from "../catalogue/moderated-people.ts";
import { isAnonymous, setAnonymous } from "../catalogue/people.ts";
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
  switch (act.act) {
    case "suspend":
      return suspend(catalogue, act);
    case "restore":
      return restore(catalogue, act);
    case "hideName":
      return hideName(catalogue, act);
    case "showName":
      return showName(catalogue, act);
    case "removePortrait":
      return removePortrait(catalogue, act);
    case "makeAdmin":
      return makeAdmin(catalogue, act);
    case "setNew":
    case "setKnown":
    case "clearTrust":
      return setTrust(catalogue, { ...act, act: act.act });
    case "removeAdmin":
      await removeAdmin(catalogue, act);
  }
}
