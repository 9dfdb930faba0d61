/**
 * Fills an empty marketplace: draws the pictures, and sends them to a worker that lives the history of every lot with
 * the product's own rooms (see worker/). Run before the product serves the same data, never beside it. An interrupted
 * seeding is completed by running it again.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";

import { freePort } from "../server/ports.mjs";
import { Problem } from "../server/problem.mjs";
import { ROOT } from "../server/project.ts";
import { serve } from "../server/serve.ts";
import { illustrate } from "./illustrations/illustrate.ts";
import { portrait } from "./illustrations/portrait.ts";
import { LOTS } from "./lots.ts";
import { PEOPLE } from "./people.ts";
import { rasterise } from "./picture-file.ts";

/** Pictures drawn and sent at one time: drawing takes one processor each. */
const AT_ONCE = 4;

type Errand = { readonly place: string; readonly draw: () => string };

/** Seeds the data in a folder; the migrations must have been applied. Throws a Problem when something is refused. */
export async function seed({ persistTo, port }: { persistTo: string; port?: number }): Promise<void> {
  const startedAt = Date.now();
  const token = randomBytes(16).toString("hex");
  // The pages may not be built yet, and nobody asks for them here.
  const noPages = path.join(persistTo, "no-pages");
  mkdirSync(noPages, { recursive: true });
  const server = await serve({
    port: port ?? (await freePort()),
    persistTo,
    script: path.join(ROOT, "scripts", "seed", "worker", "index.ts"),
    assets: noPages,
    vars: { SEED_TOKEN: token },
  });
  try {
    const send = sender(server.url, token);
    await inTurn(
      PEOPLE.map(({ name, id, face }) => ({ place: `people/${name}`, draw: () => portrait(id, face) })),
      send,
    );
    await inTurn(
      LOTS.map(({ slug, picture }) => ({ place: `lots/${slug}`, draw: () => illustrate(slug, picture) })),
      send,
    );
  } finally {
    await server.stop();
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(`  ${PEOPLE.length} people and ${LOTS.length} auctions, in ${seconds} seconds.`);
}

function sender(url: string, token: string) {
  return async ({ place, draw }: Errand) => {
    const response = await fetch(`${url}/api/seed/${place}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(await rasterise(draw())),
    });
    if (!response.ok) {
      throw new Problem(`The marketplace could not be filled: ${place} was refused (${await response.text()})`);
    }
  };
}

async function inTurn(errands: readonly Errand[], send: (errand: Errand) => Promise<void>): Promise<void> {
  const waiting = [...errands];
  const worker = async () => {
    for (let errand = waiting.shift(); errand; errand = waiting.shift()) await send(errand);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
