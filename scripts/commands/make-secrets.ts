/** `npm run --silent secrets:make > .prod.vars`: new secrets for a deployment. Keep the file where secrets are kept. */
import { newSecrets } from "../server/secrets.ts";

process.stdout.write(newSecrets());
