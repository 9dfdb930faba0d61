/**
 * After D1 was set back to an earlier time and the operator has said so: compares everybody with their inbox and every
 * auction with its room, which were not set back, some hundreds a minute, until all are compared. Docs: deploy.md.
 */
import { hideAuctionWithoutRoom, listMissing } from "../catalogue/auctions.ts";
import type { Catalogue } from "../catalogue/database.ts";
import { findRestore, finishRestore, listAuctionsAfter, listPeopleAfter, moveRestore } from "../catalogue/restores.ts";
import { eachOf } from "./each-of.ts";

/** Each is one call to an inbox, and a few to rooms that have lost their row. */
const PEOPLE_PER_SWEEP = 300;
const AUCTIONS_PER_SWEEP = 200;
/** A person's auctions that have lost their rows: each is one call to a room. */
const MAX_MISSING = 20;

export async function settleRestore(env: Env, catalogue: Catalogue): Promise<void> {
  const restore = await findRestore(catalogue);
  if (!restore) return;
  const people = await listPeopleAfter(catalogue, restore.peopleUpTo, PEOPLE_PER_SWEEP);
  const peopleFailed = await eachOf(people, async (id) => {
    const known = await env.INBOX.getByName(id).settleRestore(id);
    // Listed after the time that D1 was set back to: the room delivers everything again.
    const missing = await listMissing(catalogue, known, MAX_MISSING + 1);
    for (const auctionId of missing.slice(0, MAX_MISSING)) await env.AUCTION_ROOM.getByName(auctionId).look(0);
    if (missing.length > MAX_MISSING) throw new Error("more auctions to deliver again at the next run");
  });
  const auctions = await listAuctionsAfter(catalogue, restore.auctionsUpTo, AUCTIONS_PER_SWEEP);
  const auctionsFailed = await eachOf(auctions, async ({ id, seq, bids }) => {
    if ((await env.AUCTION_ROOM.getByName(id).look(seq, bids)) === 0) await hideAuctionWithoutRoom(catalogue, id);
  });
  // Those that failed are compared again at the next run, with the others around them.
  const [person, auction] = [people.at(-1), auctions.at(-1)];
  if (person !== undefined && peopleFailed === 0) await moveRestore(catalogue, restore, { peopleUpTo: person });
  if (auction && auctionsFailed === 0) await moveRestore(catalogue, restore, { auctionsUpTo: auction.id });
  if (people.length + auctions.length > 0) return;
  await finishRestore(catalogue, restore);
  console.log(JSON.stringify({ event: "restore_settled" }));
}
