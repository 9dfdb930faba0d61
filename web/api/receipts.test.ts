import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { keepReceipt, receiptsFor } from "./receipts.ts";
import { endSession, setSessionUser } from "./session.ts";

const ann = { _id: "ann", name: "Ann", image: null };

beforeEach(() => setSessionUser(ann));
afterEach(() => endSession());

it("the browser stores each receipt once per auction and user", () => {
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

it("the browser keeps only the newest 500 receipts", () => {
  for (let seq = 1; seq <= 501; seq += 1) keepReceipt("lot", { seq, hash: "aa" }, 1);
  expect(receiptsFor("lot")).toHaveLength(500);
  expect(receiptsFor("lot")?.[0]?.seq).toBe(2);
});

it("a browser that can't store anything keeps receipts only until the page closes", () => {
  const refusing = (name: string) => () => {
    throw new DOMException("refused", name);
  };
  vi.stubGlobal("localStorage", { getItem: refusing("SecurityError"), setItem: refusing("SecurityError") });
  expect(receiptsFor("lot")).toBeNull();
  keepReceipt("lot", { seq: 2, hash: "aa" }, 100);
  expect(receiptsFor("lot")).toEqual([{ seq: 2, hash: "aa", amount: 100 }]);
  expect(receiptsFor("other")).toBeNull();
});
