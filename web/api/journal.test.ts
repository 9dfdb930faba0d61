import { describe, expect, it } from "vitest";

import { fakeApi, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { fetchEvidence, fetchJournal } from "./journal.ts";

const busy = refusal(503, "busy", "The server is busy", { retryAfter: 0.001 });
const record = (seq: number) => ({ seq, at: seq, fact: { type: "hidden" }, hash: "0" });

describe("an auction's journal", () => {
  it("the page reads a journal to its end even if the room is temporarily busy", async () => {
    const first = success({ records: [record(1)], next: 1 });
    const sent = fakeApi(busy, first, busy, busy, success({ records: [record(2)], next: null }));
    const records = await fetchJournal("lot", new AbortController().signal);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2]);
    const pages = sent.map(({ path }) => path.split("?")[1]);
    expect(pages).toEqual(["after=0", "after=0", "after=1", "after=1", "after=1"]);
  });

  it("the page stops reading a journal when the room stays busy or the user cancels", async () => {
    const sent = fakeApi(busy);
    await expect(fetchJournal("lot", new AbortController().signal)).rejects.toMatchObject({ code: "busy" });
    expect(sent).toHaveLength(10);
    const controller = new AbortController();
    const reading = fetchJournal("lot", controller.signal);
    controller.abort();
    await expect(reading).rejects.toThrow("aborted");
    expect(sent).toHaveLength(11);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    "the journal matches its certificate if the auction is voided before request %i",
    async (voidedAt) => {
      const records = [
        record(1),
        { seq: 2, at: 2, fact: { type: "closed", outcome: null, lastHash: "0" }, hash: "0" },
        { seq: 3, at: 3, fact: { type: "voided", reason: "A copy" }, hash: "0" },
      ];
      let requests = 0;
      const respondWith = (answer: (isVoided: boolean) => object) => () => {
        requests += 1;
        return success(answer(requests >= voidedAt))();
      };
      const claims = { iss: "", sub: "lot", iat: 1 };
      const head = { ...claims, statedAt: "", seq: 2, hash: "0" };
      const result = {
        ...claims,
        closedAt: "",
        status: "Expired",
        winner: null,
        price: null,
        currency: "USD",
        journalHash: "0",
      };
      let after = 0;
      fakeApiAt({
        "/auction/lot/head": success({ head: "head", statement: head }),
        "/auction/lot/journal": respondWith((isVoided) => {
          const read = records.slice(after, isVoided ? 3 : 2);
          after += read.length;
          return { records: read, next: null };
        }),
        "/auction/lot/certificate": respondWith((isVoided) => ({
          certificate: isVoided ? "voided" : "ended",
          statement: result,
        })),
        "/.well-known/jwks.json": () => Response.json({ keys: [] }),
      });
      const evidence = await fetchEvidence("lot");
      const last = evidence.records.at(-1)?.fact.type;
      expect([last, evidence.header.certificate]).toEqual(voidedAt > 3 ? ["closed", "ended"] : ["voided", "voided"]);
      expect(evidence.records.map(({ seq }) => seq)).toEqual(last === "voided" ? [1, 2, 3] : [1, 2]);
    },
  );
});
