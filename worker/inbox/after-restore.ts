/**
 * After D1 was set back to an earlier time: what one person's inbox knows better, because it was not set back. D1 gets
 * the suspension and the choice of a number again. A deletion is begun again by its caller.
 */
import { openCatalogue } from "../catalogue/database.ts";
import { findAccountStatus, type NewAct, restore, suspend } from "../catalogue/moderation.ts";
import { isAnonymous, setAnonymous } from "../catalogue/people.ts";
import { STORED_ACT, STORED_ANONYMOUS } from "./store.ts";

export async function writeBack(env: Env, kv: SyncKvStorage, userId: string): Promise<void> {
  const catalogue = openCatalogue(env.DB);
  const account = await findAccountStatus(catalogue, userId);
  if (!account) return;
  const act = kv.get<NewAct>(STORED_ACT);
  // Only where D1 says otherwise: then the row of the act is lost, too, and comes back with it.
  if (act?.act === "suspend" && account.suspendedAt === null) await suspend(catalogue, act);
  if (act?.act === "restore" && account.suspendedAt !== null) await restore(catalogue, act);
  const anonymous = kv.get<boolean>(STORED_ANONYMOUS);
  if (anonymous !== undefined && anonymous !== (await isAnonymous(catalogue, userId))) {
    await setAnonymous(catalogue, userId, anonymous);
  }
}
