import type { Person } from "../../../worker/contract/fields.ts";

export function nameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`.trim();
}
