import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import { hashPassword } from "../accounts/passwords.ts";
import { loginAnswer } from "../contract/account.ts";
import { auctionAnswer, ownAuctionsAnswer } from "../contract/auction.ts";
import { auctionsAnswer } from "../contract/catalogue.ts";
import { doneAnswer } from "../contract/fields.ts";
import { journalAnswer } from "../contract/journal.ts";
import { moderationAnswer } from "../contract/moderation.ts";
import { aliasesAnswer } from "../contract/privacy.ts";
import worker from "../index.ts";
import { settingsOf } from "../settings.ts";
import { listen, newId } from "../testing/builders.ts";
import { anAdmin, ask, expectRefusal, ORIGIN, PASSWORD, request, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf, placing } from "../testing/selling.ts";

type Someone = { readonly cookie: string };

const report = (auctionId: string, by: Someone, json: object = { reason: "counterfeit", text: "A known copy." }) =>
  [`/auction/${auctionId}/report`, { method: "POST", cookie: by.cookie, json }] as const;
const act = (path: string, by: Someone, reason = "A copy of another listing") =>
  [`/moderation/${path}`, { method: "POST", cookie: by.cookie, json: { reason } }] as const;
const pageOf = (auctionId: string) => `/auction/fetchSpecificAuction?auctionId=${auctionId}`;
const seenBy = (admin: Someone) => ask(moderationAnswer, "/moderation", { cookie: admin.cookie });

describe("a report", () => {
  it("is accepted once per user and listing, and shown with its text to admins", async () => {
    const [{ id, seller }, reporter, admin] = [await aListing(), await someoneSignedIn("Rob"), await anAdmin()];
    await ask(doneAnswer, ...report(id, reporter));
    await expectRefusal("already_reported", 409, ...report(id, reporter, { reason: "other" }));
    await ask(doneAnswer, ...report(id, await someoneSignedIn(), { reason: "other" }));
    const { reported } = await seenBy(admin);
    expect(reported.find(({ listing }) => listing._id === id)).toMatchObject({
      listing: { title: "A Regency mahogany bureau", seller: { _id: seller.id }, hidden: false },
      reports: [
        { reason: "counterfeit", text: "A known copy.", by: { _id: reporter.id, firstName: "Rob" } },
        { reason: "other", text: "" },
      ],
    });
  });

  it("needs a listed reason and an existing listing", async () => {
    const { id } = await aListing();
    const reporter = await someoneSignedIn();
    await expectRefusal("invalid_input", 400, ...report(id, reporter, { reason: "ugly" }));
    await expectRefusal("auction_not_found", 404, ...report(newId(), reporter));
  });

  it("can be dismissed by an admin with a reason, without changing the listing", async () => {
    const [{ id }, admin] = [await aListing(), await anAdmin()];
    await ask(doneAnswer, ...report(id, await someoneSignedIn()));
    await ask(doneAnswer, ...act(`listings/${id}/dismiss`, admin, "It is no copy"));
    const { reported, acts } = await seenBy(admin);
    expect(reported.map(({ listing }) => listing._id)).not.toContain(id);
    expect(acts.find(({ target }) => target._id === id)).toMatchObject({ act: "dismiss", reason: "It is no copy" });
    expect((await detailsOf(id)).status).toBe("Live");
  });
});

describe("a hidden listing", () => {
  async function aHiddenListing() {
    const [{ id, seller }, admin, bidder] = [await aListing(), await anAdmin(), await someoneSignedIn("Bea")];
    await bid(id, 100, bidder.cookie);
    await ask(doneAnswer, ...act(`listings/${id}/hide`, admin));
    return { id, seller, admin, bidder };
  }

  it("is not found by other users: page, bids, journal, certificate, socket and lists", async () => {
    const { id, bidder } = await aHiddenListing();
    for (const path of [pageOf(id), `/auction/bids?auctionId=${id}`, `/auction/${id}/journal`]) {
      await expectRefusal("auction_not_found", 404, path);
      await expectRefusal("auction_not_found", 404, path, { cookie: bidder.cookie });
    }
    await expectRefusal("auction_not_found", 404, `/auction/${id}/aliases`, { cookie: bidder.cookie });
    await expectRefusal("auction_not_found", 404, `/auction/${id}/live`, { headers: { upgrade: "websocket" } });
    await expectRefusal("auction_not_found", 404, `/user/watchlist/${id}`, { method: "POST", cookie: bidder.cookie });
    const { auctions } = await ask(auctionsAnswer, "/auction/fetchAllAuctions?status=all&search=regency&limit=100");
    expect(auctions.map(({ _id }) => _id)).not.toContain(id);
  });

  it("is shown to its seller and to admins, with the reason", async () => {
    const { id, seller, admin } = await aHiddenListing();
    for (const { cookie } of [seller, admin]) {
      const { auctionDetails } = await ask(auctionAnswer, pageOf(id), { cookie });
      expect(auctionDetails).toMatchObject({ _id: id, hidden: { reason: "A copy of another listing" } });
      await ask(aliasesAnswer, `/auction/${id}/aliases`, { cookie });
    }
    const own = await ask(ownAuctionsAnswer, "/auction/getAuctions", { cookie: seller.cookie });
    expect(own.auctions.map(({ _id, status }) => [_id, status])).toEqual([[id, "Live"]]);
  });

  it("refuses bids, also over sockets, and its watchers only learn that it is hidden", async () => {
    const [{ id, seller }, admin, bidder] = [await aListing(), await anAdmin(), await someoneSignedIn()];
    const watcher = await listen(id);
    await watcher.next();
    await ask(doneAnswer, ...act(`listings/${id}/hide`, admin));
    expect(await watcher.next()).toMatchObject({ events: [{ type: "hidden" }] });
    await expectRefusal("auction_not_found", 404, "/bid/placeBid", placing(id, 100, bidder.cookie));
    const form = { description: "In good order. Newly cleaned." };
    const edit = { method: "PATCH", cookie: seller.cookie, form };
    expect((await request(`/auction/editAuction/${id}`, edit)).status).toBe(200);
    const frame = await watcher.next();
    expect(frame).toMatchObject({ events: [{ type: "hidden" }] });
    expect(JSON.stringify(frame)).not.toContain("Newly cleaned");
  });

  it("can be shown again unchanged; both acts are recorded, also in the auction's journal", async () => {
    const { id, admin, bidder } = await aHiddenListing();
    await ask(doneAnswer, ...act(`listings/${id}/show`, admin, "It is the original"));
    expect(await detailsOf(id)).toMatchObject({ status: "Live", bidCount: 1 });
    expect((await detailsOf(id)).hidden).toBeUndefined();
    await bid(id, 200, bidder.cookie);
    const { records } = await ask(journalAnswer, `/auction/${id}/journal`);
    expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "hidden", "shown", "newBid"]);
    expect(JSON.stringify(records)).not.toContain("A copy of another listing");
    const { acts } = await seenBy(admin);
    expect(acts.filter(({ target }) => target._id === id)).toMatchObject([
      { act: "show", by: { _id: admin.id }, reason: "It is the original" },
      { act: "hide", by: { _id: admin.id }, reason: "A copy of another listing" },
    ]);
  });

  it("follows the state of its room, even if the catalogue's row lags behind", async () => {
    const { id, admin } = await aHiddenListing();
    const lagging = (phase: string) =>
      env.DB.prepare("UPDATE auctions SET phase = ? WHERE id = ?").bind(phase, id).run();
    await ask(doneAnswer, ...act(`listings/${id}/show`, admin));
    await lagging("hidden");
    await ask(doneAnswer, ...act(`listings/${id}/hide`, admin));
    await expectRefusal("auction_not_found", 404, pageOf(id));
    await lagging("open");
    await ask(doneAnswer, ...act(`listings/${id}/show`, admin));
    expect(await detailsOf(id)).toMatchObject({ status: "Live", bidCount: 1 });
  });

  it("is hidden only once, however often an admin hides it", async () => {
    const { id, seller, admin } = await aHiddenListing();
    await ask(doneAnswer, ...act(`listings/${id}/hide`, admin, "Another reason"));
    const { auctionDetails } = await ask(auctionAnswer, pageOf(id), { cookie: seller.cookie });
    expect(auctionDetails.hidden).toEqual({ reason: "A copy of another listing" });
    await ask(doneAnswer, ...act(`listings/${id}/show`, admin));
    await ask(doneAnswer, ...act(`listings/${id}/show`, admin));
    const { records } = await ask(journalAnswer, `/auction/${id}/journal`);
    expect(records.map(({ fact }) => fact.type)).toEqual(["opened", "newBid", "hidden", "shown"]);
  });

  it("cannot be a deleted listing", async () => {
    const [{ id, seller }, admin] = [await aListing(), await anAdmin()];
    await request(`/auction/deleteAuction/${id}`, { method: "DELETE", cookie: seller.cookie });
    await expectRefusal("auction_not_found", 404, ...act(`listings/${id}/hide`, admin));
  });

  it("is listed for admins with the reason, and its open reports are closed", async () => {
    const [{ id }, admin] = [await aListing(), await anAdmin()];
    await ask(doneAnswer, ...report(id, await someoneSignedIn()));
    await ask(doneAnswer, ...act(`listings/${id}/hide`, admin, "Sold twice\nbefore"));
    const { reported, hidden } = await seenBy(admin);
    expect(reported.map(({ listing }) => listing._id)).not.toContain(id);
    const found = hidden.find(({ listing }) => listing._id === id);
    expect(found).toMatchObject({ listing: { hidden: true }, reason: "Sold twice\nbefore" });
  });
});

describe("a suspended person", () => {
  it("T7: is signed out by a second suspension when the first could not reach the inbox", async () => {
    const [admin, person] = [await anAdmin(), await someoneSignedIn()];
    const session = await env.DB.prepare("SELECT id FROM sessions WHERE user_id = ?")
      .bind(person.id)
      .first<string>("id");
    const INBOX = { getByName: () => ({ endSessions: () => Promise.reject(new Error("resting")) }) };
    const first = new Request(`${ORIGIN}/api/v1/moderation/people/${person.id}/suspend`, {
      method: "POST",
      headers: { cookie: admin.cookie, origin: ORIGIN, "content-type": "application/json" },
      body: JSON.stringify({ reason: "Drives up prices" }),
    });
    expect((await worker.fetch(first, { ...env, INBOX: INBOX as never }, createExecutionContext())).ok).toBe(false);
    const hold = () =>
      env.INBOX.getByName(person.id).holdSession(session?.slice(0, 32) ?? "", newId(), Date.now() + 60_000);
    expect(await hold()).not.toBeNull();
    await ask(doneAnswer, ...act(`people/${person.id}/suspend`, admin, "Drives up prices"));
    expect(await hold()).toBeNull();
  });

  it("is signed out at once, keeps their bids, and cannot log in until restored", async () => {
    const [person, admin, { id }] = [await someoneSignedIn("Pat"), await anAdmin(), await aListing()];
    const hash = await hashPassword(PASSWORD, settingsOf(env).passwordPepper);
    await env.DB.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(hash, person.id).run();
    await bid(id, 100, person.cookie);
    await ask(doneAnswer, ...act(`people/${person.id}/suspend`, admin, "Drives up prices"));

    await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: person.cookie });
    await expectRefusal("not_signed_in", 401, "/bid/placeBid", placing(id, 150, person.cookie));
    expect(await detailsOf(id)).toMatchObject({ bidCount: 1, bids: [{ bidder: { _id: person.id } }] });
    const login = (password: string) => ({ method: "POST", json: { email: person.email, password } });
    const { message } = await expectRefusal("account_suspended", 403, "/auth/login", login(PASSWORD));
    expect(message).toBe("This account is suspended: it cannot be used to log in");
    await expectRefusal("invalid_credentials", 401, "/auth/login", login("Wrong horse 1"));
    const { suspended } = await seenBy(admin);
    expect(suspended.find((one) => one.person._id === person.id)).toMatchObject({ reason: "Drives up prices" });

    await ask(doneAnswer, ...act(`people/${person.id}/restore`, admin, "It was a mistake"));
    await ask(loginAnswer, "/auth/login", login(PASSWORD));
    const { acts } = await seenBy(admin);
    expect(acts.filter(({ target }) => target._id === person.id).map((one) => one.act)).toEqual(["restore", "suspend"]);
  });

  it("cannot be an admin or an unknown user", async () => {
    const admin = await anAdmin();
    await expectRefusal("forbidden", 403, ...act(`people/${(await anAdmin()).id}/suspend`, admin));
    await expectRefusal("not_found", 404, ...act(`people/${newId()}/suspend`, admin));
  });
});

describe("the journal of moderation acts", () => {
  it.each(["UPDATE moderation_acts SET reason = 'none'", "DELETE FROM moderation_acts"])("refuses %s", async (sql) => {
    const [{ id }, admin] = [await aListing(), await anAdmin()];
    await ask(doneAnswer, ...act(`listings/${id}/dismiss`, admin));
    await expect(env.DB.prepare(sql).run()).rejects.toThrow("moderation acts are only added");
  });

  it("refuses an act without a reason", async () => {
    const [{ id }, admin] = [await aListing(), await anAdmin()];
    await expectRefusal("invalid_input", 400, ...act(`listings/${id}/hide`, admin, "  "));
    expect((await detailsOf(id)).status).toBe("Live");
  });
});
