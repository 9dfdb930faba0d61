/** `npm run admin:grant -- EMAIL`: the only way to become an admin. */
import { grant, readGrant } from "../operator/grant.ts";

const change = readGrant(process.argv.slice(2), process.env["INIT_CWD"] ?? process.cwd());
const name = await grant(change);
const grantedMessage = "is now an admin. The moderation page is at /dashboard/moderation.";
console.log(`${name} ${change.role === "Admin" ? grantedMessage : "is no longer an admin."}`);
