/** `npm run admin:grant -- EMAIL`: the only way to become an admin. */
import { grant, readGrant } from "../server/grant.ts";
import { Problem } from "../server/problem.mjs";

try {
  const wish = readGrant(process.argv.slice(2), process.env["INIT_CWD"] ?? process.cwd());
  const name = await grant(wish);
  const now = "is an admin now and finds the moderation page at /dashboard/moderation.";
  console.log(`${name} ${wish.role === "Admin" ? now : "is no admin any more."}`);
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exit(1);
}
