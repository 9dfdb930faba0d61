import { isRecorded } from "../catalogue/acts.ts";
/**
 * After D1 was set back to an earlier time: what one person's inbox knows better, because it was not set back. D1 gets
 * the acts of admins about the person and the choice of a number again. A deletion is begun again by its caller.
 */
import { type Catalogue, openCatalogue } from "../catalogue/database.ts";
import {
  findAccountStatus,
  hideName,
  makeAdmin,
  removeAdmin,
  removePortrait,
  restore,
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
    // Without its row D1 is of a time before the act; the row comes back with what it changed.
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
    case "removeAdmin":
      await removeAdmin(catalogue, act);
  }
}
