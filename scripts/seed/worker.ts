/**
 * A Worker that writes history: the product's own rooms and inboxes under another clock. It is started once, on an
 * empty local state, before the product is; it is no part of what is deployed. Every listing and every bid goes
 * through the law as it would have at its time.
 */
import { maskEmail } from "../../worker/accounts/masked-email.ts";
import { hashPassword } from "../../worker/accounts/passwords.ts";
import { openCatalogue } from "../../worker/catalogue/database.ts";
import { categories, users } from "../../worker/catalogue/schema.ts";
import { imageUrl } from "../../worker/contract/fields.ts";
import { checkPicture } from "../../worker/images/check.ts";
import { IMAGE_KINDS, storePicture } from "../../worker/images/store.ts";
import { Inbox as UserInbox } from "../../worker/inbox/inbox.ts";
import { AuctionRoom as Room } from "../../worker/room/auction-room.ts";
import type { Actor } from "../../worker/room/rpc.ts";
import { settingsOf } from "../../worker/settings.ts";
import type { LotToSeed, PersonToSeed, Seeding } from "./story.ts";

/** The time in the room whose history is being written; everyone else lives now. */
const times = new Map<string, number>();

export class AuctionRoom extends Room {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, () => times.get(ctx.id.name ?? "") ?? Date.now());
  }
}

export class Inbox extends UserInbox {}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/v1/healthz") return Response.json({ success: true });
    if (pathname.startsWith("/pictures/")) return Response.json({ key: await storeOne(request, pathname, env) });
    const seeding: Seeding = await request.json();
    await seedPeople(env, seeding.people, seeding.password);
    for (const lot of seeding.lots) await seedLot(env, lot, seeding.people);
    return Response.json({ people: seeding.people.length, lots: seeding.lots.length });
  },
} satisfies ExportedHandler<Env>;

async function storeOne(request: Request, pathname: string, env: Env): Promise<string> {
  const [, , kindName, ownerId = ""] = pathname.split("/");
  const kind = IMAGE_KINDS.find((name) => name === kindName);
  const checked = checkPicture(new Uint8Array(await request.arrayBuffer()));
  if (!kind || !checked.ok) throw new Error(`not a picture that the product would take: ${pathname}`);
  return storePicture(env.IMAGES, kind, ownerId, checked.picture);
}

async function seedPeople(env: Env, people: readonly PersonToSeed[], password: string): Promise<void> {
  const catalogue = openCatalogue(env.DB);
  const passwordHash = await hashPassword(password, settingsOf(env).passwordPepper);
  for (const person of people) {
    await catalogue.insert(users).values({ ...person, passwordHash, role: "User" });
  }
}

async function seedLot(env: Env, lot: LotToSeed, people: readonly PersonToSeed[]): Promise<void> {
  const room = env.AUCTION_ROOM.getByName(lot.id);
  const actors = new Map(people.map((person) => [person.id, actorOf(person)]));
  const { currency, softCloseMs } = settingsOf(env);
  const { title, description, categoryId, startingPriceMinor, increments, endsAt, imageKey } = lot;
  times.set(lot.id, lot.openedAt);
  const opened = await room.open({
    auctionId: lot.id,
    actor: known(actors, lot.sellerId),
    currency,
    terms: {
      title,
      description,
      categoryId,
      categoryName: await categoryName(env, categoryId),
      imageKeys: imageKey === null ? [] : [imageKey],
      startingPriceMinor,
      endsAt,
      increments,
      softCloseMs,
      freezeMs: softCloseMs,
    },
    limits: { minStartingPriceMinor: 0, minAuctionMs: 0 },
  });
  if (!opened.ok) throw new Error(`${title}: ${opened.failure.message}`);
  for (const { bidderId, amountMinor, at } of lot.bids) {
    times.set(lot.id, at);
    const placed = await room.placeBid({ actor: known(actors, bidderId), amountMinor });
    if (!placed.ok) throw new Error(`a bid of ${amountMinor} on ${title}: ${placed.failure.message}`);
  }
  // An auction that is over closes at its end, not at the time of seeding.
  if (endsAt < Date.now()) times.set(lot.id, endsAt);
  await room.look();
  times.delete(lot.id);
}

async function categoryName(env: Env, id: string): Promise<string> {
  const rows = await openCatalogue(env.DB).select().from(categories);
  const category = rows.find((row) => row.id === id);
  if (!category) throw new Error(`no category ${id}`);
  return category.name;
}

function actorOf({ id, firstName, lastName, email, imageKey }: PersonToSeed): Actor {
  return {
    id,
    firstName,
    lastName,
    imageUrl: imageKey === null ? null : imageUrl(imageKey),
    maskedEmail: maskEmail(email),
  };
}

function known(actors: ReadonlyMap<string, Actor>, id: string): Actor {
  const actor = actors.get(id);
  if (!actor) throw new Error(`nobody has the id ${id}`);
  return actor;
}
