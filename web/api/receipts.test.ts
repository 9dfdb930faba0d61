import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { keepReceipt, receiptsFor } from "./receipts.ts";
import { endSession, setSessionUser } from "./session.ts";

const ann = { _id: "ann", name: "Ann", image: null };

beforeEach(() => setSessionUser(ann));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  endSession();
});

it("receipts are kept by auction and person, each once, and are read as they were kept", () => {
  keepReceipt("lot", { seq: 2, hash: "aa" }, 117.5);
  keepReceipt("lot", { seq: 5, hash: "bb" }, null);
  keepReceipt("lot", { seq: 2, hash: "aa" }, 117.5);
  keepReceipt("other", { seq: 9, hash: "cc" }, 10);
  expect(receiptsFor("lot")).toEqual([
    { seq: 2, hash: "aa", amount: 117.5 },
    { seq: 5, hash: "bb", amount: null },
  ]);
  expect(receiptsFor("nothing")).toEqual([]);
  setSessionUser({ ...ann, _id: "bob" });
  expect(receiptsFor("lot")).toEqual([]);
});

it("an answer without a receipt, which only an older server has stored, keeps nothing", () => {
  keepReceipt("lot", {}, 100);
  expect(receiptsFor("lot")).toEqual([]);
});

it("of all receipts the newest 500 stay", () => {
  for (let seq = 1; seq <= 501; seq += 1) keepReceipt("lot", { seq, hash: "aa" }, 1);
  expect(receiptsFor("lot")).toHaveLength(500);
  expect(receiptsFor("lot")?.[0]?.seq).toBe(2);
});

it("where the browser stores nothing there are none, and a bid is none the worse for it", () => {
  const refusing = (name: string) => () => {
    throw new DOMException("refused", name);
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: refusing("QuotaExceededError") });
  keepReceipt("lot", { seq: 2, hash: "aa" }, 100);
  expect(receiptsFor("lot")).toEqual([]);
  vi.stubGlobal("localStorage", { getItem: refusing("SecurityError"), setItem: refusing("SecurityError") });
  keepReceipt("lot", { seq: 2, hash: "aa" }, 100);
  expect(receiptsFor("lot")).toBeNull();
});
