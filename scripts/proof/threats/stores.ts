/** Everything stored about some users and auctions, as text, from D1, Durable Objects and images. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

import { ascii } from "../../../worker/testing/images.ts";

/** A storage location and its content. */
export type StoredText = { readonly location: string; readonly text: string };
type NamedStores = {
  readonly auctionIds: readonly string[];
  readonly personIds: readonly string[];
  readonly limiterNames: readonly string[];
};

export async function readStoredTexts({ auctionIds, personIds, limiterNames }: NamedStores): Promise<StoredText[]> {
  const rooms = auctionIds.map((id) => objectTexts(`room ${id}`, env.AUCTION_ROOM.getByName(id)));
  const inboxes = personIds.map((id) => objectTexts(`inbox ${id}`, env.INBOX.getByName(id)));
  const limiters = limiterNames.map((name) => objectTexts(`limiter ${name}`, env.LIMITS.getByName(name)));
  const images = [...auctionIds.map((id) => `auctions/${id}/`), ...personIds.map((id) => `avatars/${id}/`)].map(
    imageTexts,
  );
  return [
    ...(await databaseTexts()),
    ...(await Promise.all([...rooms, ...inboxes, ...limiters])).flat(),
    ...(await Promise.all(images)).flat(),
  ];
}

async function databaseTexts(): Promise<StoredText[]> {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
    name: string;
  }>();
  const tables = results
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("_cf_") && !name.startsWith("sqlite_"));
  const read = async (table: string) => {
    // oxlint-disable-next-line lotline/constant-sql -- names of the project's own tables, read from the database
    const rows = await env.DB.prepare(`SELECT * FROM "${table}"`).all();
    return { location: `D1 ${table}`, text: JSON.stringify(rows.results) };
  };
  return Promise.all(tables.map(read));
}

async function objectTexts(location: string, stub: DurableObjectStub): Promise<StoredText[]> {
  return runInDurableObject(stub, async (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray()
      .map(({ name }) => name)
      .filter((name) => !name.startsWith("_cf_") && !name.startsWith("sqlite_"));
    // oxlint-disable-next-line lotline/constant-sql -- names of the project's own tables, read from the database
    const rows = tables.map((name) => [name, storage.sql.exec(`SELECT * FROM "${name}"`).toArray()] as const);
    const values = Array.from(await storage.list());
    return [
      ...rows.map(([name, content]) => ({ location: `${location} ${name}`, text: JSON.stringify(content) })),
      { location: `${location} values`, text: JSON.stringify(values) },
    ];
  });
}

async function imageTexts(prefix: string): Promise<StoredText[]> {
  const { objects } = await env.IMAGE_BUCKET.list({ prefix });
  return Promise.all(
    objects.map(async ({ key, httpMetadata, customMetadata }) => {
      const bytes = new Uint8Array((await (await env.IMAGE_BUCKET.get(key))?.arrayBuffer()) ?? new ArrayBuffer());
      return {
        location: `picture ${key}`,
        text: ascii(bytes) + JSON.stringify([httpMetadata, customMetadata]),
      };
    }),
  );
}
