/** What a role lets a person do. `npm run admin:grant` is the only thing that gives one. */
import type { SessionUser } from "../catalogue/sessions.ts";

export function moderates({ role }: Pick<SessionUser, "role">): boolean {
  return role === "Admin";
}
