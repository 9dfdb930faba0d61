import { afterEach, describe, expect, it, vi } from "vitest";

import { fakeApi, refusal, success } from "../testing/fake-api.ts";
import { fetchJournal } from "./journal.ts";

afterEach(() => vi.unstubAllGlobals());

const busy = refusal(503, "busy", "The server is busy", { retryAfter: 0.001 });
const record = (seq: number) => ({ seq, at: seq, fact: { type: "hidden" }, hash: "0" });

describe("the journal of an auction", () => {
  it("is read to its end although the room is busy in between", async () => {
    const first = success({ records: [record(1)], next: 1 });
    const sent = fakeApi(busy, first, busy, busy, success({ records: [record(2)], next: null }));
    const records = await fetchJournal("lot", new AbortController().signal);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2]);
    const pages = sent.map(({ path }) => path.split("?")[1]);
    expect(pages).toEqual(["after=0", "after=0", "after=1", "after=1", "after=1"]);
  });

  it("is given up when the room stays busy, or the reader leaves", async () => {
    const sent = fakeApi(busy);
    await expect(fetchJournal("lot", new AbortController().signal)).rejects.toMatchObject({ code: "busy" });
    expect(sent).toHaveLength(10);
    const leaving = new AbortController();
    const reading = fetchJournal("lot", leaving.signal);
    leaving.abort();
    await expect(reading).rejects.toThrow("aborted");
    expect(sent).toHaveLength(11);
  });
});
