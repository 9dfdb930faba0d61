/** Reading, annotating and closing deals as an admin, and the record of each action. */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { deploymentResponse } from "../contract/admin.ts";
import { adminDealsResponse, readDealResponse } from "../contract/deal-moderation.ts";
import { doneResponse } from "../contract/fields.ts";
import { listOwnNoteReports } from "../data-export/own-data.ts";
import { openDatabase } from "../db/database.ts";
import { noteSubjectIdOf } from "../db/note-subject.ts";
import { failingDatabase, requestWith } from "../testing/bindings.ts";
import { anAddress, DAY_MS, HOUR_MS, newId } from "../testing/builders.ts";
import { aSale, dealOf, runLater, postCall, takeStep, sweepNow } from "../testing/deals.ts";
import { deleteAccount } from "../testing/deletions.ts";
import { aCookieFor, anAdmin, requestJson, expectRefusal, type Someone, someoneSignedIn } from "../testing/http.ts";
import { actionCall, actionsOn, fetchModeration, takeAction } from "../testing/moderation.ts";

async function aDispute() {
  const sale = await aSale();
  await takeStep(sale.dealId, sale.buyer, "delivery", {
    delivery: "address",
    address: anAddress(),
    note: "Ring twice",
  });
  await takeStep(sale.dealId, sale.buyer, "paid");
  await takeStep(sale.dealId, sale.buyer, "dispute", { reason: "Nothing came" });
  return sale;
}
type Admin = Pick<Someone, "cookie">;
const readDeal = (dealId: string, { cookie }: Admin, reason = "The buyer reported it") =>
  requestJson(readDealResponse, `/moderation/deals/${dealId}/read`, postCall(cookie, { reason }));
const dealAction = (dealId: string, action: string, admin: Admin, reason = "An insult") =>
  actionCall(`deals/${dealId}/${action}`, admin, { reason });
const reportCall = (dealId: string, seq: number | string, { cookie }: Admin) =>
  [`/deals/${dealId}/notes/${seq}/report`, postCall(cookie, { reason: "offensive", text: "A threat" })] as const;
/** The event numbers of the buyer's note and the dispute's reason in `aDispute`. */
const [NOTE_SEQ, DISPUTE_SEQ] = [2, 4];

it("admins find disputes and read one by giving a reason, which is recorded", async () => {
  const [{ id, dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  const { deals } = await requestJson(adminDealsResponse, "/moderation/deals?limit=100", { cookie: admin.cookie });
  expect(deals.find(({ _id }) => _id === dealId)).toMatchObject({
    auctionId: id,
    state: "paid",
    disputedBy: "buyer",
    buyer: { _id: buyer.id },
    seller: { _id: seller.id },
    dueAt: null,
  });
  expect(JSON.stringify(deals)).not.toContain("Ring twice");
  const path = `/moderation/deals/${dealId}/read`;
  await expectRefusal("invalid_input", 400, path, postCall(admin.cookie));
  expect(await actionsOn(dealId, admin)).toEqual([]);
  const read = await readDeal(dealId, admin);
  expect(read.deal).toMatchObject({ address: anAddress(), disputedBy: "buyer" });
  expect(read.deal.events.map(({ note }) => note)).toEqual([null, "Ring twice", null, "Nothing came"]);
  const recordedAction = { action: "readDeal", reason: "The buyer reported it", by: { _id: admin.id } };
  expect(await actionsOn(dealId, admin)).toMatchObject([
    { ...recordedAction, target: { _id: dealId, name: "A Regency mahogany bureau" } },
  ]);
  // A reload doesn't count as a second reading, but another reason or another hour does.
  await readDeal(dealId, admin);
  expect(await actionsOn(dealId, admin)).toHaveLength(1);
  await readDeal(dealId, admin, "The seller has answered");
  await runLater(2 * HOUR_MS, async () => readDeal(dealId, { cookie: await aCookieFor(admin.id) }));
  expect(await actionsOn(dealId, admin)).toHaveLength(3);
});

it("an admin closes a deal for one side, for good, and the item can be relisted", async () => {
  const [{ id, dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  const path = `/moderation/deals/${dealId}/close`;
  const json = { favor: "buyer", reason: "No proof of dispatch" };
  await requestJson(doneResponse, path, postCall(admin.cookie, json));
  for (const person of [buyer, seller]) {
    expect(await dealOf(dealId, person)).toMatchObject({ state: "closed", outcome: "forBuyer", steps: [] });
  }
  const { details } = await expectRefusal(
    "step_not_possible",
    409,
    path,
    postCall(admin.cookie, { ...json, favor: "seller" }),
  );
  expect(details).toEqual({ state: "closed" });
  expect(await actionsOn(dealId, admin)).toMatchObject([{ action: "closeDeal", reason: "No proof of dispatch" }]);
  // The item can be listed again.
  await vi.waitFor(async () => {
    const row = await env.DB.prepare("SELECT winner_id FROM auctions WHERE id = ?").bind(id).first();
    expect(row).toEqual({ winner_id: null });
  });
});

it("a deal that an admin closed always has its admin action, even if D1 fails", async () => {
  const [{ dealId, buyer }, admin] = [await aDispute(), await anAdmin()];
  const closeCall = postCall(admin.cookie, { favor: "buyer", reason: "No proof of dispatch" });
  let isClosed = false;
  for (let nth = 1; !isClosed; nth += 1) {
    const { database } = failingDatabase(nth, false);
    await requestWith({ ...env, DB: database }, `/moderation/deals/${dealId}/close`, closeCall);
    isClosed = (await dealOf(dealId, buyer)).state === "closed";
    expect(await actionsOn(dealId, admin)).toHaveLength(isClosed ? 1 : 0);
  }
});

it("only admins see an admin's note and its author, and repeating it adds nothing", async () => {
  const [{ dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  const text = "Called the seller.\nThey look for the receipt.";
  await requestJson(doneResponse, ...dealAction(dealId, "note", admin, text));
  await requestJson(doneResponse, ...dealAction(dealId, "note", admin, text));
  await requestJson(doneResponse, ...dealAction(dealId, "note", admin, "They found it"));
  const { notes } = await readDeal(dealId, await anAdmin());
  expect(notes).toMatchObject([
    { action: "noteDeal", reason: "They found it", by: { _id: admin.id } },
    { action: "noteDeal", reason: text, by: { _id: admin.id }, target: { _id: dealId } },
  ]);
  await expectRefusal("invalid_input", 400, ...dealAction(dealId, "note", admin, "x".repeat(501)));
  await expectRefusal("deal_not_found", 404, ...dealAction(newId(), "note", admin));
  for (const person of [buyer, seller]) {
    expect(JSON.stringify(await dealOf(dealId, person))).not.toContain("They found it");
  }
});

it("a side can report each of the other's notes once, and admins close the reports", async () => {
  const [{ id, dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  await requestJson(doneResponse, ...reportCall(dealId, NOTE_SEQ, seller));
  const { message } = await expectRefusal("already_reported", 409, ...reportCall(dealId, NOTE_SEQ, seller));
  expect(message).toBe("You've already reported this note");
  await requestJson(doneResponse, ...reportCall(dealId, DISPUTE_SEQ, seller));
  // People can't report their own note, an event without a note, or an event that doesn't exist.
  for (const [seq, by] of [
    [NOTE_SEQ, buyer],
    [3, seller],
    [99, seller],
  ] as const) {
    await expectRefusal("note_not_found", 404, ...reportCall(dealId, seq, by));
  }
  await expectRefusal("deal_not_found", 404, ...reportCall(dealId, NOTE_SEQ, await someoneSignedIn()));
  await expectRefusal("deal_not_found", 404, ...reportCall(id, NOTE_SEQ, seller));
  for (const seq of ["0", "x", "1.5"]) {
    await expectRefusal("invalid_input", 400, ...reportCall(dealId, seq, seller));
  }
  const fetchReportedNotes = async () =>
    (await fetchModeration(admin)).reportedNotes.filter(({ note }) => note.dealId === dealId);
  expect(await fetchReportedNotes()).toMatchObject([
    {
      note: { seq: NOTE_SEQ, auction: { _id: id }, text: "Ring twice", by: { _id: buyer.id }, hidden: null },
      reports: [{ reason: "offensive", text: "A threat", by: { _id: seller.id } }],
    },
    { note: { seq: DISPUTE_SEQ, text: "Nothing came" } },
  ]);
  const { value: exported } = await listOwnNoteReports(openDatabase(env.DB), seller.id).next();
  expect(exported).toMatchObject([
    { dealId, seq: NOTE_SEQ, reason: "offensive", text: "A threat" },
    { dealId, seq: DISPUTE_SEQ },
  ]);
  await requestJson(doneResponse, ...dealAction(dealId, `notes/${NOTE_SEQ}/dismissNote`, admin, "It is no threat"));
  expect(await fetchReportedNotes()).toMatchObject([{ note: { seq: DISPUTE_SEQ } }]);
  expect((await dealOf(dealId, seller)).events[1]).toMatchObject({ note: "Ring twice", noteHidden: false });
  expect(await actionsOn(dealId, admin)).toMatchObject([{ action: "dismissNote", reason: "It is no threat" }]);
});

it("a hidden note is hidden from both sides until it is shown again", async () => {
  const [{ dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  await requestJson(doneResponse, ...reportCall(dealId, NOTE_SEQ, seller));
  await requestJson(doneResponse, ...dealAction(dealId, `notes/${NOTE_SEQ}/hideNote`, admin));
  for (const person of [buyer, seller]) {
    const dealOfSide = await dealOf(dealId, person);
    expect(dealOfSide.events.map(({ note, noteHidden }) => [note, noteHidden])).toEqual([
      [null, false],
      [null, true],
      [null, false],
      ["Nothing came", false],
    ]);
    expect(JSON.stringify(dealOfSide)).not.toContain("An insult");
  }
  await expectRefusal("note_not_found", 404, ...reportCall(dealId, NOTE_SEQ, seller));
  const { reportedNotes, hiddenNotes } = await fetchModeration(admin);
  expect(reportedNotes.map(({ note }) => note.dealId)).not.toContain(dealId);
  expect(hiddenNotes.find((note) => note.dealId === dealId)).toMatchObject({
    seq: NOTE_SEQ,
    text: "Ring twice",
    by: { _id: buyer.id },
    hidden: { reason: "An insult" },
  });
  const { deal } = await readDeal(dealId, admin);
  expect(deal.events[1]).toMatchObject({ note: "Ring twice", noteHidden: true, hiddenReason: "An insult" });
  await requestJson(doneResponse, ...dealAction(dealId, `notes/${NOTE_SEQ}/showNote`, admin, "It is none"));
  expect((await dealOf(dealId, seller)).events[1]).toMatchObject({ note: "Ring twice", noteHidden: false });
  expect((await actionsOn(dealId, admin)).map(({ action }) => action)).toEqual(["showNote", "readDeal", "hideNote"]);
  await expectRefusal("note_not_found", 404, ...dealAction(dealId, "notes/3/hideNote", admin));
});

it("reports about a note are deleted with its writer's account, or after 180 days", async () => {
  const [{ dealId, buyer, seller }, admin] = [await aDispute(), await anAdmin()];
  const other = await aDispute();
  await requestJson(doneResponse, ...reportCall(dealId, NOTE_SEQ, seller));
  await requestJson(doneResponse, ...reportCall(other.dealId, NOTE_SEQ, other.seller));
  for (const deal of [dealId, other.dealId]) await takeAction(`deals/${deal}/close`, admin, { favor: "seller" });
  const subjects = [dealId, other.dealId].map((id) => noteSubjectIdOf({ dealId: id, seq: NOTE_SEQ }));
  const listSubjects = async () => {
    const { results } = await env.DB.prepare("SELECT subject_id FROM reports WHERE subject_id IN (?, ?)")
      .bind(...subjects)
      .all();
    return results.map((row) => row["subject_id"]);
  };
  expect(new Set(await listSubjects())).toEqual(new Set(subjects));
  await deleteAccount(buyer);
  expect(await listSubjects()).toEqual(subjects.slice(1));
  await runLater(181 * DAY_MS, () => sweepNow());
  expect(await listSubjects()).toEqual([]);
});

it("a dispute counts as pending work until it is settled", async () => {
  const admin = await anAdmin();
  const countDisputes = async () =>
    (await requestJson(deploymentResponse, "/moderation/deployment", { cookie: admin.cookie })).deployment.pending
      .disputes;
  const before = await countDisputes();
  const { dealId, buyer } = await aDispute();
  expect(await countDisputes()).toBe(before + 1);
  await takeStep(dealId, buyer, "settle");
  expect(await countDisputes()).toBe(before);
});
