/**
 * Fills an empty marketplace. Sends the images of people and items (`images/`) to a Worker that replays every item's
 * history with the product's own rooms (`worker/`). It runs before the product serves the same data, never at the same
 * time. If a seeding is interrupted, run it again to complete it.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { freePort } from "../server/ports.mjs";
import { Problem } from "../server/problem.mjs";
import { ROOT } from "../server/project.ts";
import { serve } from "../server/serve.ts";
import { imagesOf, type SampleLot } from "./lot.ts";
import { LOTS } from "./lots.ts";
import { imageOf, PEOPLE } from "./people.ts";

const IMAGES = path.join(import.meta.dirname, "images");

/** One person or one item: the path under /api/seed, and the files to send there. */
type SampleUpload = { readonly folder: "people" | "lots"; readonly name: string; readonly images: readonly string[] };

type Marketplace = {
  readonly persistTo: string;
  readonly port?: number;
  readonly lots?: readonly SampleLot[];
  /** Called with how many people and lots are done, out of how many. */
  readonly onProgress?: (count: number, all: number) => void;
};

/** Seeds the data in a folder, after the migrations. Throws a Problem if anything is refused. */
export async function seed({ persistTo, port, lots: offered = LOTS, onProgress }: Marketplace): Promise<void> {
  const token = randomBytes(16).toString("hex");
  const people = PEOPLE.map((one): SampleUpload => ({ folder: "people", name: one.name, images: [imageOf(one)] }));
  const lots = offered.map((lot): SampleUpload => ({ folder: "lots", name: lot.slug, images: imagesOf(lot) }));
  // Seeding doesn't need the pages, which may not be built yet.
  const noPages = path.join(persistTo, "no-pages");
  mkdirSync(noPages, { recursive: true });
  const server = await serve({
    port: port ?? (await freePort()),
    persistTo,
    script: path.join(ROOT, "scripts", "seed", "worker", "index.ts"),
    assets: noPages,
    // No one signs in here.
    vars: { SEED_TOKEN: token, SESSION_KEY: token },
  });
  try {
    let count = 0;
    const sendOne = sender(server.url, token);
    const send = async (one: SampleUpload) => {
      await sendOne(one);
      count += 1;
      onProgress?.(count, people.length + lots.length);
    };
    await Promise.all(people.map(send));
    await Promise.all(lots.map(send));
  } finally {
    await server.stop();
    rmSync(noPages, { recursive: true, force: true });
  }
}

function sender(url: string, token: string) {
  return async ({ folder, name, images }: SampleUpload) => {
    const form = new FormData();
    for (const image of images) form.append("image", new Blob([await readFile(path.join(IMAGES, folder, image))]));
    const response = await fetch(`${url}/api/seed/${folder}/${name}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!response.ok) {
      throw new Problem(
        `The marketplace could not be filled: ${folder}/${name} was refused (${await response.text()})`,
      );
    }
  };
}
