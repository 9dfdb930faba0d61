import type { NameForm } from "../../worker/contract/account.ts";

/** The fields of a name as they're sent. `oneName` is sent only if it's set. */
export function toNameFields({ firstName, lastName, oneName }: NameForm): Readonly<Record<string, string>> {
  return { firstName, lastName, ...(oneName && { oneName: "true" }) };
}
