/**
 * Fills an empty marketplace. Sends the images of people and items (`images/`) to a Worker that replays every item's
 * history with the product's own rooms (`worker/`). It runs before the product serves the same data, never at the same
 * time. If a seeding is interrupted, run it again to complete it.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { Problem } from "../command-line/problem.mjs";
import { ROOT } from "../command-line/project.ts";
import { findFreePort } from "../server/ports.mjs";
import { serve } from "../server/serve.ts";
import { imageFileOf, PEOPLE } from "./people.ts";
import { imageFilesOf, type SampleItem } from "./sample-item.ts";
import { SAMPLE_ITEMS } from "./sample-items.ts";

const IMAGES = path.join(import.meta.dirname, "images");

/** One person or one item: the path under /api/seed, and the files to send there. */
type SampleUpload = { readonly folder: "people" | "items"; readonly name: string; readonly images: readonly string[] };

type SeedOptions = {
  readonly persistTo: string;
  readonly items?: readonly SampleItem[];
  /** Called with how many people and items are done, out of how many. */
  readonly onProgress?: (count: number, all: number) => void;
};

/** Seeds the data in a folder, after the migrations. Throws a Problem if anything is refused. */
export async function seed({ persistTo, items: sampleItems = SAMPLE_ITEMS, onProgress }: SeedOptions): Promise<void> {
  const token = randomBytes(16).toString("hex");
  const people = PEOPLE.map((person): SampleUpload => ({
    folder: "people",
    name: person.name,
    images: [imageFileOf(person)],
  }));
  const items = sampleItems.map((item): SampleUpload => ({
    folder: "items",
    name: item.slug,
    images: imageFilesOf(item),
  }));
  // Seeding doesn't need the pages, which may not be built yet.
  const noPages = path.join(persistTo, "no-pages");
  mkdirSync(noPages, { recursive: true });
  const server = await serve({
    port: await findFreePort(),
    persistTo,
    script: path.join(ROOT, "scripts", "seed", "worker", "index.ts"),
    assets: noPages,
    // No one signs in here.
    vars: { SEED_TOKEN: token, SESSION_KEY: token },
  });
  try {
    let count = 0;
    const sendOne = createSender(server.url, token);
    const send = async (upload: SampleUpload) => {
      await sendOne(upload);
      count += 1;
      onProgress?.(count, people.length + items.length);
    };
    await Promise.all(people.map(send));
    await Promise.all(items.map(send));
  } finally {
    await server.stop();
    rmSync(noPages, { recursive: true, force: true });
  }
}

function createSender(url: string, token: string) {
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
        `We couldn't fill the marketplace. The server refused ${folder}/${name} (${await response.text()}).`,
      );
    }
  };
}
