import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { hashPassword } from "../accounts/passwords.ts";
import { historyResponse, loginResponse, winningsResponse } from "../contract/account.ts";
import { auctionResponse, ownAuctionsResponse, savedAuctionResponse } from "../contract/auction.ts";
import { bidsResponse, deleteBidResponse } from "../contract/bid.ts";
import { auctionsResponse } from "../contract/catalogue.ts";
import { categoriesResponse } from "../contract/category.ts";
import { certificateResponse, headResponse } from "../contract/certificate.ts";
import { doneResponse } from "../contract/fields.ts";
import { journalResponse } from "../contract/journal.ts";
import { aliasesResponse } from "../contract/privacy.ts";
import { settingsOf } from "../settings/settings.ts";
import { bindingWith, inboxesWith, requestWith } from "../testing/bindings.ts";
import { listen, newId } from "../testing/builders.ts";
import { aCategory } from "../testing/catalogue.ts";
import { deleteAccount } from "../testing/deletions.ts";
import {
  anAdmin,
  requestJson,
  type SignedIn,
  expectRefusal,
  PASSWORD,
  request,
  sessionIn,
  someoneSignedIn,
} from "../testing/http.ts";
import { actionCall, actionsOn, fetchModeration, takeAction } from "../testing/moderation.ts";
import { kindsOf } from "../testing/notifications.ts";
import { runAfterTheEnd, aListing, bid, detailsOf, listingFields, placeBidCall } from "../testing/selling.ts";

const reportCall = (auctionId: string, by: SignedIn, json: object = { reason: "counterfeit", text: "A known copy." }) =>
  [`/auction/${auctionId}/report`, { method: "POST", cookie: by.cookie, json }] as const;
const COPY = { reason: "A copy of another listing" };
const pagePath = (auctionId: string) => `/auction/fetchSpecificAuction?auctionId=${auctionId}`;

it("a report is accepted once per user and listing, and shown to admins", async () => {
  const [{ id, seller }, reporter, admin] = [await aListing(), await someoneSignedIn("Rob"), await anAdmin()];
  await expectRefusal("invalid_input", 400, ...reportCall(id, reporter, { reason: "ugly" }));
  await requestJson(doneResponse, ...reportCall(id, reporter));
  await expectRefusal("already_reported", 409, ...reportCall(id, reporter, { reason: "other" }));
  await requestJson(doneResponse, ...reportCall(id, await someoneSignedIn(), { reason: "other" }));
  const { reported } = await fetchModeration(admin);
  expect(reported.find(({ listing }) => listing._id === id)).toMatchObject({
    listing: { title: "A Regency mahogany bureau", seller: { _id: seller.id }, hidden: false },
    reports: [
      { reason: "counterfeit", text: "A known copy.", by: { _id: reporter.id, firstName: "Rob" } },
      { reason: "other", text: "" },
    ],
  });
});

it("an admin can dismiss a report by giving a reason", async () => {
  const [{ id }, admin] = [await aListing(), await anAdmin()];
  await requestJson(doneResponse, ...reportCall(id, await someoneSignedIn()));
  await takeAction(`listings/${id}/dismiss`, admin, { reason: "It is no copy" });
  const { reported } = await fetchModeration(admin);
  expect(reported.map(({ listing }) => listing._id)).not.toContain(id);
  expect(await actionsOn(id, admin)).toMatchObject([{ action: "dismiss", reason: "It is no copy" }]);
  expect((await detailsOf(id)).status).toBe("Live");
});

async function aHiddenListing() {
  const [{ id, seller }, admin, bidder] = [await aListing(), await anAdmin(), await someoneSignedIn("Bea")];
  await bid(id, 100, bidder.cookie);
  await takeAction(`listings/${id}/hide`, admin, COPY);
  return { id, seller, admin, bidder };
}

it("other users can't find a hidden listing with any call or in any list", async () => {
  const { id, bidder } = await aHiddenListing();
  for (const path of [pagePath(id), `/auction/bids?auctionId=${id}`, `/auction/${id}/journal`, `/auction/${id}/head`]) {
    await expectRefusal("auction_not_found", 404, path);
    await expectRefusal("auction_not_found", 404, path, { cookie: bidder.cookie });
  }
  for (const path of [`/auction/${id}/aliases`, `/auction/${id}/certificate`]) {
    await expectRefusal("auction_not_found", 404, path, { cookie: bidder.cookie });
  }
  await expectRefusal("auction_not_found", 404, `/auction/${id}/live`, { headers: { upgrade: "websocket" } });
  await expectRefusal("auction_not_found", 404, `/user/watchlist/${id}`, { method: "POST", cookie: bidder.cookie });
  const { auctions } = await requestJson(
    auctionsResponse,
    "/auction/fetchAllAuctions?status=all&search=regency&limit=100",
  );
  expect(auctions.map(({ _id }) => _id)).not.toContain(id);
});

it("a hidden listing shows its seller and admins the reason, bids and journal", async () => {
  const { id, seller, admin } = await aHiddenListing();
  for (const { cookie } of [seller, admin]) {
    const { auctionDetails } = await requestJson(auctionResponse, pagePath(id), { cookie });
    expect(auctionDetails).toMatchObject({ _id: id, hidden: { reason: "A copy of another listing" } });
    await requestJson(aliasesResponse, `/auction/${id}/aliases`, { cookie });
    const { bids } = await requestJson(bidsResponse, `/auction/bids?auctionId=${id}`, { cookie });
    expect(bids.map(({ amount }) => amount)).toEqual([100]);
    const { records } = await requestJson(journalResponse, `/auction/${id}/journal`, { cookie });
    expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "hidden"]);
    const { statement } = await requestJson(headResponse, `/auction/${id}/head`, { cookie });
    expect(statement).toMatchObject({ sub: id, seq: 3, hash: records.at(-1)?.hash });
    await expectRefusal("auction_live", 409, `/auction/${id}/certificate`, { cookie });
  }
  const ownAuctions = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(ownAuctions.auctions.map(({ _id, status }) => [_id, status])).toEqual([[id, "Live"]]);
});

it("a hidden listing refuses bids and shows its watchers only that it is hidden", async () => {
  const [{ id, seller }, admin, bidder] = [await aListing(), await anAdmin(), await someoneSignedIn()];
  const watcher = await listen(id);
  await watcher.next();
  await takeAction(`listings/${id}/hide`, admin);
  expect(await watcher.next()).toMatchObject({ events: [{ type: "hidden" }] });
  await expectRefusal("auction_not_found", 404, "/bid/placeBid", placeBidCall(id, 100, bidder.cookie));
  const blockRequest = { sellerId: seller.id, personId: bidder.id, blocked: true };
  await env.AUCTION_ROOM.getByName(id).setBlocked(blockRequest);
  const frame = await watcher.next();
  expect(frame).toMatchObject({ events: [{ type: "hidden" }] });
  expect(JSON.stringify(frame)).not.toContain("bidderBlocked");
});

it("T28: a hidden listing can't be edited or deleted by its seller", async () => {
  const { id, seller } = await aHiddenListing();
  const listingWithoutBids = await aListing();
  const admin = await anAdmin();
  await takeAction(`listings/${listingWithoutBids.id}/hide`, admin);
  for (const [auctionId, { cookie }] of [
    [id, seller],
    [listingWithoutBids.id, listingWithoutBids.seller],
  ] as const) {
    const form = { description: "In good order. Newly cleaned." };
    const { message } = await expectRefusal("listing_hidden", 409, `/auction/editAuction/${auctionId}`, {
      method: "PATCH",
      cookie,
      form,
    });
    expect(message).toBe("Our team has hidden this listing, so you can't do this for now");
    await expectRefusal("listing_hidden", 409, `/auction/deleteAuction/${auctionId}`, { method: "DELETE", cookie });
    const { auctionDetails } = await requestJson(auctionResponse, pagePath(auctionId), { cookie: admin.cookie });
    expect(auctionDetails.description).toBe("In good order.");
  }
});

it("a hidden listing that has ended has no winner until it is shown again", async () => {
  const { id, seller, bidder } = await aHiddenListing();
  await runAfterTheEnd(() => env.AUCTION_ROOM.getByName(id).reconcile());
  expect(await kindsOf(bidder)).toEqual([]);
  expect(await kindsOf(seller)).toEqual(["newBid"]);
  const winnings = () => requestJson(winningsResponse, "/user/winnings", { cookie: bidder.cookie });
  expect((await winnings()).winnings).toEqual([]);
  expect(await env.AUCTION_ROOM.getByName(id).setHidden(null)).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await kindsOf(bidder)).toEqual(["won"]));
  await vi.waitFor(async () => expect(await kindsOf(seller)).toEqual(["sold"]));
  expect((await winnings()).winnings).toMatchObject([{ id }]);
  // Hidden after it was won. The winner keeps the entry, without the images, which are served only to the seller and
  // admins.
  expect(await env.AUCTION_ROOM.getByName(id).setHidden("A copy")).toMatchObject({ ok: true });
  await vi.waitFor(async () => {
    const phaseStatement = env.DB.prepare("SELECT phase FROM auctions WHERE id = ?").bind(id);
    expect(await phaseStatement.first("phase")).toBe("hidden");
  });
  expect((await winnings()).winnings).toMatchObject([{ id, image: null }]);
  await expectRefusal("auction_not_found", 404, pagePath(id), { cookie: bidder.cookie });
});

it("T28: admins still see a hidden listing after its seller's account is deleted", async () => {
  const { id, seller, admin, bidder } = await aHiddenListing();
  await deleteAccount(seller);
  const { auctionDetails } = await requestJson(auctionResponse, pagePath(id), { cookie: admin.cookie });
  expect(auctionDetails).toMatchObject({
    status: "Voided",
    voided: { reason: "The seller's account was deleted" },
    hidden: { reason: "A copy of another listing" },
    seller: { firstName: "Deleted", lastName: "user" },
    bidCount: 1,
  });
  await vi.waitFor(async () => expect(await kindsOf(bidder)).toEqual(["voided"]));
});

it("a hidden listing can be shown again, and both actions are recorded", async () => {
  const { id, admin, bidder } = await aHiddenListing();
  await takeAction(`listings/${id}/show`, admin, { reason: "It is the original" });
  expect(await detailsOf(id)).toMatchObject({ status: "Live", bidCount: 1 });
  expect((await detailsOf(id)).hidden).toBeUndefined();
  await bid(id, 200, bidder.cookie);
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "hidden", "shown", "newBid"]);
  expect(JSON.stringify(records)).not.toContain("A copy of another listing");
  expect(await actionsOn(id, admin)).toMatchObject([
    { action: "show", by: { _id: admin.id }, reason: "It is the original" },
    { action: "hide", by: { _id: admin.id }, reason: "A copy of another listing" },
  ]);
});

it("an admin can hide and show a listing even if its row in D1 is outdated", async () => {
  const { id, admin } = await aHiddenListing();
  const setPhase = (phase: string) =>
    env.DB.prepare("UPDATE auctions SET phase = ? WHERE id = ?").bind(phase, id).run();
  await takeAction(`listings/${id}/show`, admin);
  await setPhase("hidden");
  await takeAction(`listings/${id}/hide`, admin);
  await expectRefusal("auction_not_found", 404, pagePath(id));
  await setPhase("open");
  await takeAction(`listings/${id}/show`, admin);
  expect(await detailsOf(id)).toMatchObject({ status: "Live", bidCount: 1 });
});

it("a hidden listing appears in the admins' list, and its open reports are closed", async () => {
  const [{ id }, admin] = [await aListing(), await anAdmin()];
  await requestJson(doneResponse, ...reportCall(id, await someoneSignedIn()));
  await takeAction(`listings/${id}/hide`, admin, { reason: "Sold twice\nbefore" });
  const { reported, hidden } = await fetchModeration(admin);
  expect(reported.map(({ listing }) => listing._id)).not.toContain(id);
  const hiddenListing = hidden.find(({ listing }) => listing._id === id);
  expect(hiddenListing).toMatchObject({ listing: { hidden: true }, reason: "Sold twice\nbefore" });
});

const REASON = "Stolen goods";

it("a voided auction takes no more bids and shows its reason to everyone involved", async () => {
  const [{ id, seller }, admin] = [await aListing(), await anAdmin()];
  const [leader, former] = [await someoneSignedIn("Lea"), await someoneSignedIn("Fay")];
  const { newBid } = await bid(id, 100, former.cookie);
  await requestJson(deleteBidResponse, `/bid/deleteBid/${newBid._id}`, { method: "DELETE", cookie: former.cookie });
  await bid(id, 100, leader.cookie);
  const watcher = await listen(id);
  await watcher.next();
  await takeAction(`listings/${id}/void`, admin, { reason: REASON });
  expect(await watcher.next()).toMatchObject({
    auction: { status: "Voided" },
    events: [{ type: "voided", reason: REASON }],
  });
  const details = await detailsOf(id);
  expect(details).toMatchObject({ status: "Voided", voided: { reason: REASON }, winner: null, bidCount: 1 });
  await expectRefusal("auction_voided", 409, "/bid/placeBid", placeBidCall(id, 200, leader.cookie));
  for (const method of ["PATCH", "DELETE"] as const) {
    const path = `/auction/${method === "PATCH" ? "editAuction" : "deleteAuction"}/${id}`;
    const call = method === "PATCH" ? { form: { description: "In good order. Or not." } } : {};
    await expectRefusal("auction_voided", 409, path, { method, cookie: seller.cookie, ...call });
  }
  for (const person of [seller, leader, former]) {
    await vi.waitFor(async () => expect((await kindsOf(person))[0]).toBe("voided"));
  }
  expect((await actionsOn(id, admin))[0]).toMatchObject({ action: "void", reason: REASON });
});

it("a voided auction is only in the lists of people who took part", async () => {
  const [{ id, seller }, admin, bidder] = [await aListing(), await anAdmin(), await someoneSignedIn()];
  await bid(id, 100, bidder.cookie);
  await takeAction(`listings/${id}/void`, admin, { reason: REASON });
  const { auctions } = await requestJson(
    auctionsResponse,
    "/auction/fetchAllAuctions?status=all&search=regency&limit=100",
  );
  expect(auctions.map(({ _id }) => _id)).not.toContain(id);
  const ownAuctions = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(ownAuctions.auctions).toMatchObject([{ _id: id, status: "Voided" }]);
  for (const { cookie } of [seller, bidder]) {
    const { history } = await requestJson(historyResponse, "/user/history", { cookie });
    expect(history).toMatchObject([{ auctionId: id, status: "voided", voided: { reason: REASON } }]);
  }
  expect((await requestJson(winningsResponse, "/user/winnings", { cookie: bidder.cookie })).winnings).toEqual([]);
});

it("a voided auction that had ended has no winner", async () => {
  const [{ id }, bidder] = [await aListing(), await someoneSignedIn()];
  await bid(id, 150, bidder.cookie);
  const room = env.AUCTION_ROOM.getByName(id);
  await runAfterTheEnd(() => room.reconcile());
  const soldCertificate = await requestJson(certificateResponse, `/auction/${id}/certificate`);
  expect(soldCertificate.statement).toMatchObject({ status: "Sold", winner: bidder.id });
  expect(await room.voidAuction(REASON)).toMatchObject({ ok: true });
  expect(await room.voidAuction("Another reason")).toEqual({ ok: true, value: { changed: false } });
  const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
  expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "closed", "voided"]);
  const { statement } = await requestJson(certificateResponse, `/auction/${id}/certificate`);
  expect(statement).toMatchObject({
    status: "Voided",
    reason: REASON,
    winner: null,
    price: null,
    journalHash: records[2]?.hash,
  });
  const winningsAfter = await requestJson(winningsResponse, "/user/winnings", { cookie: bidder.cookie });
  expect(winningsAfter).toMatchObject({
    winnings: [{ id, voided: { reason: REASON } }],
    statistics: { totalItems: 0 },
  });
});

const HIDDEN_NAME = { firstName: "Name", lastName: "hidden" };

it("a hidden name appears in no room or list until it is shown again", async () => {
  const [{ id, seller }, admin, bidder] = [await aListing(), await anAdmin(), await someoneSignedIn("Rude")];
  await bid(id, 100, bidder.cookie);
  await takeAction(`people/${bidder.id}/hideName`, admin, { reason: "Abusive" });
  await takeAction(`people/${seller.id}/hideName`, admin, { reason: "Abusive" });
  expect(await detailsOf(id)).toMatchObject({ seller: HIDDEN_NAME, bids: [{ bidder: HIDDEN_NAME }] });
  const { auctions } = await requestJson(auctionsResponse, "/auction/fetchAllAuctions?search=regency&limit=100");
  expect(auctions.find(({ _id }) => _id === id)?.seller).toMatchObject(HIDDEN_NAME);
  // The session with the old name has ended, even on sockets.
  await expectRefusal("not_signed_in", 401, "/bid/placeBid", placeBidCall(id, 150, bidder.cookie));
  const { hiddenNames } = await fetchModeration(admin);
  expect(hiddenNames.find(({ person }) => person._id === bidder.id)).toMatchObject({
    person: HIDDEN_NAME,
    name: "Rude Doe",
    reason: "Abusive",
  });
  expect((await actionsOn(bidder.id, admin))[0]?.target.name).toBe("Rude Doe");

  await takeAction(`people/${bidder.id}/hideName`, admin, { reason: "Once more" });
  await takeAction(`people/${bidder.id}/showName`, admin, { reason: "A mistake" });
  expect((await detailsOf(id)).bids[0]?.bidder).toMatchObject({ firstName: "Rude", lastName: "Doe" });
  expect((await fetchModeration(admin)).hiddenNames.map(({ person }) => person._id)).not.toContain(bidder.id);
});

it("T7: an admin or unknown person can't be suspended or have a name or photo hidden", async () => {
  const admin = await anAdmin();
  for (const name of ["hideName", "showName", "removePortrait", "suspend"]) {
    const person = await anAdmin();
    const { message } = await expectRefusal("forbidden", 403, ...actionCall(`people/${person.id}/${name}`, admin));
    expect(message).toContain("Remove the admin role first");
    await expectRefusal("not_found", 404, ...actionCall(`people/${newId()}/${name}`, admin));
  }
});

it("a removed profile photo is deleted and appears in no room or list", async () => {
  const [{ id, seller }, admin] = [await aListing(), await anAdmin()];
  const key = `avatars/${seller.id}/${"a".repeat(64)}-8x8`;
  await env.IMAGE_BUCKET.put(key, "image", { httpMetadata: { contentType: "image/png" } });
  await env.DB.prepare("UPDATE users SET image_key = ? WHERE id = ?").bind(key, seller.id).run();
  const room = env.AUCTION_ROOM.getByName(id);
  await room.setNameAndPhoto(seller.id, { firstName: "Sue", lastName: "Doe", imageUrl: `/api/v1/images/${key}` });
  expect((await detailsOf(id)).seller.image).toEqual({ url: `/api/v1/images/${key}` });
  await takeAction(`people/${seller.id}/removePortrait`, admin);
  expect((await detailsOf(id)).seller).toMatchObject({ firstName: "Sue", image: null });
  expect(await env.IMAGE_BUCKET.head(key)).toBeNull();
  expect((await request(`/images/${key}`)).status).toBe(404);
});

it("removing a profile photo again deletes it if R2 failed the first time", async () => {
  const [person, admin] = [await someoneSignedIn(), await anAdmin()];
  const key = `avatars/${person.id}/${"a".repeat(64)}-8x8`;
  await env.IMAGE_BUCKET.put(key, "image");
  await env.DB.prepare("UPDATE users SET image_key = ? WHERE id = ?").bind(key, person.id).run();
  const removal = actionCall(`people/${person.id}/removePortrait`, admin);
  const IMAGE_BUCKET = bindingWith(env.IMAGE_BUCKET, { delete: () => Promise.reject(new Error("R2 is down")) });
  expect((await requestWith({ ...env, IMAGE_BUCKET }, ...removal)).ok).toBe(false);
  expect(await env.IMAGE_BUCKET.head(key)).not.toBeNull();
  await requestJson(doneResponse, ...removal);
  expect(await env.IMAGE_BUCKET.head(key)).toBeNull();
});

it("a hidden category isn't offered until it is shown again", async () => {
  const [seller, admin, categoryId] = [await someoneSignedIn(), await anAdmin(), await aCategory()];
  const createCall = { method: "POST", cookie: seller.cookie, form: listingFields({ category: categoryId }) };
  const { auction } = await requestJson(savedAuctionResponse, "/auction/createAuction", createCall);
  await takeAction(`categories/${categoryId}/hideCategory`, admin, { reason: "An insult" });
  const fetchCategories = async () => (await requestJson(categoriesResponse, "/auction/getAllCategories")).categories;
  expect((await fetchCategories()).map(({ _id }) => _id)).not.toContain(categoryId);
  await expectRefusal("category_unknown", 422, "/auction/createAuction", createCall);
  const { auctions } = await requestJson(auctionsResponse, `/auction/fetchAllAuctions?category=${categoryId}`);
  expect(auctions).toMatchObject([{ _id: auction._id, category: null }]);
  expect((await detailsOf(auction._id)).status).toBe("Live");
  const { hiddenCategories } = await fetchModeration(admin);
  expect(hiddenCategories.find(({ category }) => category._id === categoryId)).toMatchObject({ reason: "An insult" });

  await takeAction(`categories/${categoryId}/showCategory`, admin, { reason: "A mistake" });
  expect((await fetchCategories()).map(({ _id }) => _id)).toContain(categoryId);
  await expectRefusal("not_found", 404, ...actionCall(`categories/${newId()}/hideCategory`, admin));
});

it("T7: suspending a person again after an outage signs them out", async () => {
  const [admin, person] = [await anAdmin(), await someoneSignedIn()];
  const session = await sessionIn(person.cookie);
  const checkSession = () => env.INBOX.getByName(person.id).checkSession(person.id, session.id);
  const suspendCall = actionCall(`people/${person.id}/suspend`, admin, { reason: "Drives up prices" });
  const INBOX = inboxesWith({ enforceSuspension: () => Promise.reject(new Error("the inbox is down")) });
  expect((await requestWith({ ...env, INBOX }, ...suspendCall)).ok).toBe(false);
  expect(await checkSession()).not.toBeNull();
  await requestJson(doneResponse, ...suspendCall);
  expect(await checkSession()).toBeNull();
});

it("a suspended person is signed out, loses live bids and can't sign in", async () => {
  const [person, admin, { id }] = [await someoneSignedIn("Pat"), await anAdmin(), await aListing()];
  const hash = await hashPassword(PASSWORD, settingsOf(env).passwordPepper);
  await env.DB.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(hash, person.id).run();
  await bid(id, 100, person.cookie);
  await takeAction(`people/${person.id}/suspend`, admin, { reason: "Drives up prices" });

  await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: person.cookie });
  await expectRefusal("not_signed_in", 401, "/bid/placeBid", placeBidCall(id, 150, person.cookie));
  expect(await detailsOf(id)).toMatchObject({ bidCount: 0, bids: [] });
  const login = (password: string) => ({ method: "POST", json: { email: person.email, password } });
  const { message } = await expectRefusal("account_suspended", 403, "/auth/login", login(PASSWORD));
  expect(message).toBe("This account is suspended. You can't sign in with it. Reason: Drives up prices");
  await expectRefusal("invalid_credentials", 401, "/auth/login", login("Wrong horse 1"));
  const { suspended } = await fetchModeration(admin);
  expect(suspended.find((one) => one.person._id === person.id)).toMatchObject({ reason: "Drives up prices" });

  await takeAction(`people/${person.id}/restore`, admin, { reason: "It was a mistake" });
  await requestJson(loginResponse, "/auth/login", login(PASSWORD));
  expect((await actionsOn(person.id, admin)).map((one) => one.action)).toEqual(["restore", "suspend"]);
});

it("D1 rejects any change to the list of admin actions", async () => {
  const [{ id }, admin] = [await aListing(), await anAdmin()];
  await takeAction(`listings/${id}/dismiss`, admin);
  const changes = ["UPDATE admin_actions SET reason = 'none'", "DELETE FROM admin_actions"].map((sql) =>
    env.DB.prepare(sql),
  );
  for (const change of changes) await expect(change.run()).rejects.toThrow("admin actions are only added");
});

it("an admin action without a reason is rejected", async () => {
  const [{ id }, admin] = [await aListing(), await anAdmin()];
  await expectRefusal("invalid_input", 400, ...actionCall(`listings/${id}/hide`, admin, { reason: "  " }));
  expect((await detailsOf(id)).status).toBe("Live");
});
