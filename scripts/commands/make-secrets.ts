/**
 * `npm run --silent secrets:make > .prod.vars`: makes new secrets for a deployment. Store the file with your other
 * secrets.
 */
import { newSecrets } from "../server/secrets.ts";

process.stdout.write(newSecrets());
