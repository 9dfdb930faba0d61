import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { applyFrame } from "../../api/auction-view.ts";
import { showAuctionPage, SilentSocket } from "../../testing/auction-page.tsx";
import { bid, details, END, eventsFrame, newBidEvent, person, standing, view } from "../../testing/auctions.ts";
import { advanceTimeAsync } from "../../testing/clock.ts";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { historyEntry } from "../../testing/people.ts";
import { personalResult } from "./result/result.ts";

const endsAt = Date.parse(END);

beforeEach(() => {
  vi.useFakeTimers({ now: endsAt - 10_000 });
  vi.stubGlobal("fetch", () => Promise.withResolvers<Response>().promise);
});

/** The stage and the result that Ann sees. Returns a function that changes the view, as a message does. */
function show(known = view([bid("b", 140, "bob")], 3)) {
  return showAuctionPage(known, ({ screen: shown }) => (
    <output>{`${shown.stage} ${personalResult(shown) ?? ""}`.trim()}</output>
  ));
}

it("the winner waits for the result, although a frame already says sold", async () => {
  const closeSocket = vi.spyOn(SilentSocket.prototype, "close");
  const change = show();
  await advanceTimeAsync(12_000);
  closeSocket.mockClear();
  const sold = standing(150, 1, { status: "Sold" });
  change((known) => applyFrame(known, eventsFrame([newBidEvent(4, bid("a", 150))], sold)).view);
  expect(screen.getByRole("status")).toHaveTextContent("closing");
  expect(closeSocket).not.toHaveBeenCalled();
  const closed = { seq: 5, type: "closed", status: "Sold", winner: person("ann"), finalPrice: 150 } as const;
  change((known) => applyFrame(known, eventsFrame([closed], sold)).view);
  expect(screen.getByRole("status")).toHaveTextContent("sold won");
  expect(closeSocket).toHaveBeenCalled();
});

it("the result shows without a socket even if responses outlast the polling interval", async () => {
  fakeApi(async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const sold = { status: "Sold", winner: person("ann"), serverTime: Date.now() } as const;
    return success({ auctionDetails: details([bid("a", 150)], 5, sold) })();
  });
  show(view([bid("a", 150)], 3));
  await advanceTimeAsync(20_000);
  expect(screen.getByRole("status")).toHaveTextContent("sold won");
});

it("the result shows without a socket after a request that never gets a response", async () => {
  const sold = { status: "Sold", winner: person("ann"), serverTime: endsAt } as const;
  const hangs = () => Promise.withResolvers<Response>().promise;
  fakeApi(hangs, success({ auctionDetails: details([bid("a", 150)], 5, sold) }));
  show(view([bid("a", 150)], 3));
  await advanceTimeAsync(30_000);
  expect(screen.getByRole("status")).toHaveTextContent("sold won");
});

it("a bidder whose bid isn't loaded counts as outbid", async () => {
  const sent = fakeApi(success({ history: [historyEntry("bid-lot-1", { auctionId: "lot" })], nextCursor: null }));
  showAuctionPage(view([bid("b", 140, "bob")], 3, { bidCount: 2 }), ({ screen: shown }) => (
    <output>{shown.standing}</output>
  ));
  await advanceTimeAsync(200);
  expect(screen.getByRole("status")).toHaveTextContent("outbid");
  expect(sent.map(({ path }) => path)).toContain("/api/v1/user/history?type=bid&auctionId=lot&limit=1");
});

it("an auction that was hidden comes back when it's shown again", async () => {
  const closeSocket = vi.spyOn(SilentSocket.prototype, "close");
  const change = show();
  await advanceTimeAsync(200);
  closeSocket.mockClear();
  const live = standing(140, 1);
  change((known) => applyFrame(known, eventsFrame([{ seq: 4, type: "hidden" }], live)).view);
  expect(screen.getByRole("status")).toHaveTextContent("hidden");
  expect(closeSocket).not.toHaveBeenCalled();
  change((known) => applyFrame(known, eventsFrame([{ seq: 5, type: "shown" }], live)).view);
  expect(screen.getByRole("status")).toHaveTextContent("live");
});

it("a hidden auction that can't be found comes back when it's shown again", async () => {
  const shownAgain = details([bid("b", 140, "bob")], 5, { serverTime: endsAt - 5_000 });
  fakeApi(refusal(404, "auction_not_found", "Auction not found"), success({ auctionDetails: shownAgain }));
  const change = show();
  const hidden = eventsFrame([{ seq: 4, type: "hidden" }], standing(140, 1));
  change((known) => applyFrame(known, hidden).view);
  await advanceTimeAsync(12_000);
  expect(screen.getByRole("status")).toHaveTextContent("hidden");
  await advanceTimeAsync(10_000);
  expect(screen.getByRole("status")).toHaveTextContent("live");
});

it("an auction that can't be found anymore shows as unavailable", async () => {
  const requests = fakeApi(refusal(404, "auction_not_found", "Auction not found"));
  show();
  await advanceTimeAsync(12_000);
  expect(screen.getByRole("status")).toHaveTextContent("unavailable");
  const count = requests.length;
  await advanceTimeAsync(60_000);
  expect(requests).toHaveLength(count);
});
