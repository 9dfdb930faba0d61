import type { Person } from "../../worker/contract/catalogue.ts";

export function fullName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}
