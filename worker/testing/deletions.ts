/** The deletion of an account that has had a session waits a minute first. Tests skip that wait. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

import { doneResponse } from "../contract/fields.ts";
import { DELETION_KEY } from "../inbox/account-deletion/stored-deletion.ts";
import { aCookieFor, requestJson, type Someone } from "./http.ts";
import { removePassword } from "./passwords.ts";

/** More events than the deletion of any account in a test takes. */
const MAX_EVENTS = 50;

/** Finishes a deletion that has begun, as if every token had expired. */
export async function finishDeletion(userId: string): Promise<void> {
  const inbox = env.INBOX.getByName(userId);
  await runInDurableObject(inbox, (_, { storage }) => {
    const stored = storage.kv.get<{ step: string }>(DELETION_KEY);
    if (stored?.step === "wait") storage.kv.put(DELETION_KEY, { step: "wait", until: 0 });
  });
  for (let event = 0; event < MAX_EVENTS; event += 1) if (!(await runDurableObjectAlarm(inbox))) return;
  throw new Error("the deletion does not end");
}

/** Deletes someone's account completely. */
export async function deleteAccount(person: Pick<Someone, "id">): Promise<void> {
  await removePassword(person);
  const cookie = await aCookieFor(person.id);
  await requestJson(doneResponse, "/user/delete-account", { method: "DELETE", cookie });
  await finishDeletion(person.id);
}
