/** T14 and T15: uploads every file in the corpus. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { savedAuctionResponse } from "../../../worker/contract/auction.ts";
import { checkImage } from "../../../worker/contract/images/image-formats.ts";
import { request } from "../../../worker/testing/http.ts";
import { containsBytes, SECRET } from "../../../worker/testing/images.ts";
import { aListing } from "../../../worker/testing/selling.ts";
import { CORPUS, type CorpusFile, type FileResult } from "../hostile/corpus.ts";

const STATUS: Readonly<Record<FileResult, number>> = {
  accepted: 200,
  too_many_bytes: 413,
  unknown_type: 415,
  broken: 422,
  too_many_pixels: 422,
  undecodable: 422,
};

/** File names and types from the client, which the server ignores. */
const NAMES = [
  "picture.png",
  "../../../evil.html",
  "x.php%00.png",
  ".htaccess",
  "CON",
  "a".repeat(300),
  "<svg onload=x>",
];
const TYPES = ["image/png", "image/svg+xml", "text/html", "", "application/x-php", "image/jpeg; charset=x"];

/** The stored form of an accepted file. */
async function readStoredImage(body: unknown): Promise<Uint8Array> {
  const { auction } = savedAuctionResponse.parse(body);
  const object = await env.IMAGE_BUCKET.get((auction.images?.url ?? "").replace("/api/v1/images/", ""));
  if (!object) throw new Error("the shown image is not stored");
  return new Uint8Array(await object.arrayBuffer());
}

async function send({ id, seller }: Awaited<ReturnType<typeof aListing>>, { bytes }: CorpusFile, index: number) {
  const type = TYPES[index % TYPES.length] ?? "";
  const image = new File([Uint8Array.from(bytes)], NAMES[index % NAMES.length] ?? "", { type });
  return request(`/auction/editAuction/${id}`, { method: "PATCH", cookie: seller.cookie, form: { image } });
}

function expectClean(name: string, bytes: Uint8Array): void {
  const hidden = [SECRET, "<script", "<html", "<?php", "PK\u0003\u0004", "%PDF", "GIF89a", "xmpmeta", "Photoshop"];
  expect([name, hidden.filter((text) => containsBytes(bytes, text))]).toEqual([name, []]);
  expect([name, checkImage(bytes)]).toEqual([name, expect.objectContaining({ ok: true, format: "WebP" })]);
}

it("T14, T15: the upload corpus has over 200 files and covers every result", () => {
  expect(CORPUS.length).toBeGreaterThan(200);
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
  expect(new Set(CORPUS.map(({ result }) => result))).toEqual(new Set(Object.keys(STATUS)));
  // If no file contained hidden data, finding none after the upload would prove nothing.
  expect(
    CORPUS.filter(({ bytes, result }) => result === "accepted" && containsBytes(bytes, SECRET)).length,
  ).toBeGreaterThan(50);
});

it("T14, T15: the header check finds every problem except bad pixels", () => {
  for (const { name, bytes, result } of CORPUS) {
    const checked = checkImage(bytes);
    const problem = checked.ok ? null : checked.problem;
    expect([name, problem]).toEqual([name, result === "accepted" || result === "undecodable" ? null : result]);
  }
});

it("T14, T15: the server refuses each corpus file or stores it without hidden data", { timeout: 600_000 }, async () => {
  const listing = await aListing();
  for (const [index, file] of CORPUS.entries()) {
    const response = await send(listing, file, index);
    const body: unknown = await response.json();
    expect([file.name, response.status]).toEqual([file.name, STATUS[file.result]]);
    if (response.ok) expectClean(file.name, await readStoredImage(body));
  }
});
