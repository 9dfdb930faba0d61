import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { saveReceipt, readReceipts } from "./receipts.ts";
import { endSession, setSessionUser } from "./session.ts";

const ann = { _id: "ann", name: "Ann", image: null };

beforeEach(() => setSessionUser(ann));
afterEach(() => endSession());

it("the browser stores each receipt once per auction and user", () => {
  saveReceipt("lot", { seq: 2, hash: "aa" }, 117.5);
  saveReceipt("lot", { seq: 5, hash: "bb" }, null);
  saveReceipt("lot", { seq: 2, hash: "aa" }, 117.5);
  saveReceipt("other", { seq: 9, hash: "cc" }, 10);
  expect(readReceipts("lot")).toEqual([
    { seq: 2, hash: "aa", amount: 117.5 },
    { seq: 5, hash: "bb", amount: null },
  ]);
  expect(readReceipts("nothing")).toEqual([]);
  setSessionUser({ ...ann, _id: "bob" });
  expect(readReceipts("lot")).toEqual([]);
});

it("the browser keeps only the newest 500 receipts", () => {
  for (let seq = 1; seq <= 501; seq += 1) saveReceipt("lot", { seq, hash: "aa" }, 1);
  expect(readReceipts("lot")).toHaveLength(500);
  expect(readReceipts("lot")?.[0]?.seq).toBe(2);
});

it("a browser that can't store anything keeps receipts only until the page closes", () => {
  const refusing = (name: string) => () => {
    throw new DOMException("refused", name);
  };
  vi.stubGlobal("localStorage", { getItem: refusing("SecurityError"), setItem: refusing("SecurityError") });
  expect(readReceipts("lot")).toBeNull();
  saveReceipt("lot", { seq: 2, hash: "aa" }, 100);
  expect(readReceipts("lot")).toEqual([{ seq: 2, hash: "aa", amount: 100 }]);
  expect(readReceipts("other")).toBeNull();
});
