import type { NameForm } from "../../worker/contract/account.ts";

/** The fields of a name as they are sent: `oneName` only where it says something. */
export function sentName({ firstName, lastName, oneName }: NameForm): Readonly<Record<string, string>> {
  return { firstName, lastName, ...(oneName && { oneName: "true" }) };
}
