/** `npm start`: the whole marketplace at one URL. Data is kept between starts. */
import { networkInterfaces } from "node:os";
import path from "node:path";

import { settingsResponse } from "../../worker/contract/auction.ts";
import { siteNameOf } from "../../worker/settings/setting-table.ts";
import { readOptions } from "../command-line/options.mjs";
import { Problem } from "../command-line/problem.mjs";
import { step } from "../command-line/progress.mjs";
import { runUntilStopped } from "../command-line/run-until-stopped.ts";
import { seed } from "../seed/seed.ts";
import { readConfigSettings, readDevVars, validateVarOptions } from "../server/chosen-settings.ts";
import { buildPages } from "../server/pages.ts";
import { requireFreePort } from "../server/ports.mjs";
import { ensureSecrets } from "../server/secrets.ts";
import { LOCAL_SETTINGS, serve } from "../server/serve.ts";
import { claimState, fillOnce, migrate } from "../server/state.ts";

await runUntilStopped(async (onStop) => {
  const options = readOptions("npm start --");
  const { port, host, persistTo } = options;
  const chosenSettings = validateVarOptions(options.vars);
  const claim = claimState(persistTo, options);
  onStop(claim.release);
  await requireFreePort(options);
  ensureSecrets();
  const vars = { ...LOCAL_SETTINGS, ...readDevVars(), ...chosenSettings };
  // wrangler reads wrangler.toml itself. We also read it here, to check its settings.
  const name = siteNameOf({ ...readConfigSettings(), ...vars });
  await Promise.all([buildPages(name), fillOnce(persistTo, fill)]);
  await migrate(persistTo);
  const server = await step("Starting the server", () => serve({ port, host, persistTo, vars }));
  onStop(server.stop);
  claim.setServerPid(server.pid);
  console.log(`\n  ${name} is running at ${server.url}`);
  for (const address of host ? ownAddresses() : [])
    console.log(`  and for other devices at http://${address}:${port} (passkeys and pasting need localhost or https)`);
  console.log(`\n  Stop it with Ctrl-C. Its log is ${path.relative("", server.log)}.\n`);
  if (!(await hasGoogle(server.url))) {
    console.log(
      "  Google sign-in isn't configured, and its button says so. To try it with a stand-in, run `npm run dev`.\n",
    );
  }
  await server.ended;
  throw new Problem(`The server stopped unexpectedly. Its log is ${server.log}.`);
});

/** The addresses at which other machines reach this one. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
}

/** According to the server's settings. */
async function hasGoogle(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/settings`);
  return settingsResponse.parse(await response.json()).settings.google;
}

async function fill(folder: string): Promise<void> {
  let progress = "";
  const work = () => seed({ persistTo: folder, onProgress: (count, all) => (progress = `${count} of ${all}`) });
  await step("Filling the marketplace with people and auctions (first start only)", work, () => progress);
}
