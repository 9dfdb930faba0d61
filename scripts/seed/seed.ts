/**
 * Fills an empty marketplace: draws the pictures, and sends them to a worker that lives the history of every lot with
 * the product's own rooms (see worker/). Run before the product serves the same data, never beside it. An interrupted
 * seeding is completed by running it again.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";

import { freePort } from "../server/ports.mjs";
import { Problem } from "../server/problem.mjs";
import { ROOT } from "../server/project.ts";
import { serve } from "../server/serve.ts";
import { illustrate } from "./illustrations/illustrate.ts";
import { portrait } from "./illustrations/portrait.ts";
import { type Lot, viewsOf } from "./lot.ts";
import { LOTS } from "./lots.ts";
import { PEOPLE } from "./people.ts";
import { rasterise } from "./picture-file.ts";

/** Pictures drawn at one time: each takes a processor. */
const AT_ONCE = 2;

type Errand = { readonly place: string; readonly pictures: readonly Promise<Buffer>[] };

type Marketplace = { readonly persistTo: string; readonly port?: number; readonly lots?: readonly Lot[] };

/** Seeds the data in a folder; the migrations must have been applied. Throws a Problem when something is refused. */
export async function seed({ persistTo, port, lots: offered = LOTS }: Marketplace): Promise<void> {
  const startedAt = Date.now();
  const token = randomBytes(16).toString("hex");
  const draw = easel();
  const people = PEOPLE.map(({ name, id, face }) => ({
    place: `people/${name}`,
    pictures: [draw(() => portrait(id, face))],
  }));
  const lots = offered.map((lot) => ({
    place: `lots/${lot.slug}`,
    pictures: viewsOf(lot).map((view) => draw(() => illustrate(lot.slug, lot.picture, view))),
  }));
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
    await Promise.all(people.map(send));
    await Promise.all(lots.map(send));
  } finally {
    await server.stop();
    rmSync(noPages, { recursive: true, force: true });
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(`  ${PEOPLE.length} people and ${lots.length} auctions, in ${seconds} seconds.`);
}

/** Draws one picture after the other, on a few easels, while the server still starts. */
function easel() {
  const easels = Array.from({ length: AT_ONCE }, async () => {});
  let next = 0;
  return (drawing: () => string): Promise<Buffer> => {
    const at = next++ % AT_ONCE;
    const picture = (easels[at] ?? Promise.resolve()).then(() => rasterise(drawing()));
    // Whoever sends the picture hears of a failure; the next one is drawn in any case.
    easels[at] = picture.then(
      () => {},
      () => {},
    );
    return picture;
  };
}

function sender(url: string, token: string) {
  return async ({ place, pictures }: Errand) => {
    const form = new FormData();
    for (const picture of await Promise.all(pictures)) form.append("picture", new Blob([new Uint8Array(picture)]));
    const response = await fetch(`${url}/api/seed/${place}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!response.ok) {
      throw new Problem(`The marketplace could not be filled: ${place} was refused (${await response.text()})`);
    }
  };
}
