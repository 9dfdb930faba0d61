import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { noteStanding } from "../api/joined.ts";
import { endSession, setSessionUser } from "../api/session.ts";
import BidsChip from "../features/my-bids/bids-chip.tsx";
import { bid, standing } from "../testing/auctions.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { joinedAuction, personalStanding } from "../testing/joined.ts";
import { showPart } from "../testing/page.tsx";
import DashboardIndex from "./dashboard-index.tsx";
import MyBidsPage from "./my-bids-page.tsx";

beforeEach(() => setSessionUser({ _id: "me", name: "Ann Example", image: null }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  endSession();
});

const bids = (...auctions: ReturnType<typeof joinedAuction>[]) => success({ auctions, serverTime: Date.now() });
const group = (name: RegExp) => screen.getByRole("region", { name });
const lots = (name: RegExp) =>
  within(group(name))
    .getAllByRole("heading", { level: 3 })
    .map((one) => one.textContent);

it("shows each auction in its group, with the standing, the price, the own bid and the own maximum", async () => {
  const sent = fakeApiAt({
    "/user/bids": bids(
      joinedAuction("outbid"),
      joinedAuction("led", { leads: true, ownBid: 150 }),
      joinedAuction("won", { leads: true, status: "Sold", ownBid: 150 }),
      joinedAuction("void", { status: "Voided", voided: { reason: "Stolen goods" } }),
    ),
    "/auction/led/maximum": success({ maximum: { bidId: "led-7", maxBid: 250 } }),
  });
  showPart(<MyBidsPage />);
  expect(screen.getByText("Loading your bids...")).toBeVisible();
  await screen.findByText("Lot outbid");
  expect(lots(/Needs you/)).toEqual(["Lot outbid"]);
  expect(lots(/Leading/)).toEqual(["Lot led"]);
  expect(lots(/Ended today/).toSorted()).toEqual(["Lot void", "Lot won"]);
  expect(group(/Needs you/)).toHaveTextContent(/Outbid.*Price\$150.*Your bid\$120/);
  expect(await screen.findByText("$250")).toBeVisible();
  expect(group(/Leading/)).toHaveTextContent("Your maximum$250 (nobody else sees it)");
  expect(group(/Ended today/)).toHaveTextContent("Voided by our team: Stolen goods");
  // Its end is still to come, and has no meaning any more.
  expect(screen.getAllByRole("article").find((one) => one.id === "bid-void")).not.toHaveTextContent(/Ended/);
  expect(within(group(/Ended today/)).getByRole("link", { name: "Your winnings" })).toBeVisible();
  // Only the maximum of a leading bid is still secret, and only an outbid bidder has a button.
  expect(sent.filter(({ path }) => path.endsWith("/maximum"))).toHaveLength(1);
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["Bid $151 now"]);
});

it("one press bids exactly the amount that is shown, and the auction moves to the leading ones with the focus", async () => {
  const answer = { newBid: bid("outbid-8", 151, "me"), auction: standing(151, 3), leads: true, seq: 8, hash: "h" };
  const answers = { "/user/bids": bids(joinedAuction("outbid")), "/bid/placeBid": success(answer) };
  const sent = fakeApiAt({ ...answers, "/auction/outbid/maximum": success({ maximum: null }) });
  showPart(<MyBidsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Bid $151 now: Lot outbid" }));
  await waitFor(() => expect(lots(/Leading/)).toEqual(["Lot outbid"]));
  expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ productId: "outbid", bidAmount: 151 });
  expect(group(/Leading/)).toHaveTextContent(/Price\$151.*Your bid\$151/);
  await waitFor(() => expect(screen.getByRole("article")).toHaveFocus());
});

it("a press on an amount that has just changed, or that has just moved there, sends nothing and says so", async () => {
  const sent = fakeApiAt({
    "/user/bids": bids(joinedAuction("a"), joinedAuction("b", { leads: true })),
    "/auction/b/maximum": success({ maximum: null }),
  });
  const client = showPart(<MyBidsPage />);
  await screen.findByRole("button", { name: /Bid \$151 now/ });
  act(() => void noteStanding(client, "a", personalStanding({ currentBid: 200, minNextBid: 201, seq: 6 })));
  await userEvent.click(await screen.findByRole("button", { name: "Bid $201 now: Lot a" }));
  expect(screen.getByText(/has just changed to \$201\. Nothing was sent: press again to bid \$201/)).toBeVisible();
  act(() => void noteStanding(client, "b", personalStanding({ seq: 6 })));
  await userEvent.click(await screen.findByRole("button", { name: "Bid $151 now: Lot b" }));
  expect(screen.getByText(/was not here a moment ago\. Nothing was sent: press again to bid \$151/)).toBeVisible();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

it("a press on a button that something above it has just moved sends nothing", async () => {
  const sent = fakeApiAt({ "/user/bids": bids(joinedAuction("a")) });
  showPart(<MyBidsPage />);
  const button = await screen.findByRole("button", { name: /Bid \$151 now/ });
  vi.spyOn(button, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 40, 100, 40));
  await userEvent.click(button);
  expect(screen.getByText(/was not here a moment ago\. Nothing was sent: press again to bid \$151/)).toBeVisible();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

/** What the room says of auction `a` after fact 9. */
function roomOf(leader: string) {
  const details = {
    ...joinedAuction("a"),
    ...standing(170, 4, { minNextBid: 171 }),
    description: "Ticks",
    pictures: [],
    startingPrice: 100,
    scheduledEndTime: "2030-11-21T13:00:00.000Z",
    createdAt: "2030-11-20T13:00:00.000Z",
    category: null,
    seller: { _id: "sue", firstName: "Sue", lastName: "Test", image: null },
    bids: [bid("a-9", 170, leader)],
    seq: 9,
    serverTime: Date.now(),
    watching: 1,
    winner: null,
  };
  return { "/auction/fetchSpecificAuction": success({ auctionDetails: details }) };
}
const tooLow = refusal(409, "bid_too_low", "Your bid must be at least $171");
const ownMaximum = refusal(422, "below_own_maximum", "You already offer $200 or less: offer more");
const lost = refusal(503, "busy", "The auction is busy");
const aliases = (own: string | null) => ({ "/auction/a/aliases": success({ own, people: [] }) });

it("a refused bid says why, and shows the current state of the auction's room", async () => {
  fakeApiAt({ "/user/bids": bids(joinedAuction("a")), "/bid/placeBid": tooLow, ...roomOf("bob") });
  showPart(<MyBidsPage />);
  await userEvent.click(await screen.findByRole("button", { name: /Bid \$151 now/ }));
  expect(await screen.findByText("Your bid must be at least $171")).toBeVisible();
  const next = await screen.findByRole("button", { name: "Bid $171 now: Lot a" });
  expect(next).toBeVisible();
  await waitFor(() => expect(next).toHaveFocus());
});

it.each([
  ["whose bid arrived although its answer was lost", lost, roomOf("me"), {}],
  ["who leads by a bid from another tab", tooLow, roomOf("me"), {}],
  ["who leads under a number", tooLow, roomOf("bidder-2"), aliases("bidder-2")],
  ["whose own maximum is as high", ownMaximum, roomOf("bidder-2"), {}],
])("after a failure there is no button for a bidder %s", async (_, answer, room, numbers) => {
  const leading = { "/auction/a/maximum": success({ maximum: null }) };
  fakeApiAt({ "/user/bids": bids(joinedAuction("a")), "/bid/placeBid": answer, ...room, ...numbers, ...leading });
  showPart(<MyBidsPage />);
  await userEvent.click(await screen.findByRole("button", { name: /Bid \$151 now/ }));
  await waitFor(() => expect(lots(/Leading/)).toEqual(["Lot a"]));
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  ["the room cannot be read", {}, 151],
  ["the leader is a number and the own one is not known", roomOf("bidder-2"), 171],
])("where %s after a failure, the button is off until it is known who leads", async (_, room, smallest) => {
  fakeApiAt({ "/user/bids": bids(joinedAuction("a")), "/bid/placeBid": lost, ...room });
  const client = showPart(<MyBidsPage />);
  await userEvent.click(await screen.findByRole("button", { name: /Bid \$151 now/ }));
  expect(await screen.findByRole("button", { name: "Checking who leads..." })).toBeDisabled();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.getByRole("button", { name: "Checking who leads..." })).toBeDisabled();
  expect(screen.queryByText("Outbid")).toBeNull();
  act(() => void noteStanding(client, "a", personalStanding({ minNextBid: smallest, seq: 9 })));
  expect(await screen.findByRole("button", { name: `Bid $${smallest} now: Lot a` })).toBeEnabled();
});

it("a person without bids is led to the auctions, and a failure is not shown as an empty board", async () => {
  fakeApiAt({ "/user/bids": bids() });
  showPart(<MyBidsPage />);
  expect(await screen.findByRole("heading", { name: "No bids yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Browse Auctions" })).toHaveAttribute("href", "/auctions");
});

it("a board that cannot be fetched says so, and is fetched again on request", async () => {
  const answers = { "/user/bids": refusal(500, "internal_error", "Something went wrong") };
  fakeApiAt(answers);
  showPart(<MyBidsPage />);
  expect(await screen.findByRole("heading", { name: "Cannot fetch your bids" })).toBeVisible();
  Object.assign(answers, { "/user/bids": bids(joinedAuction("a")) });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Lot a")).toBeVisible();
});

it("a board that cannot be refreshed stays, with a warning that its prices may be old", async () => {
  const answers = { "/user/bids": bids(joinedAuction("a")) };
  fakeApiAt(answers);
  const client = showPart(<MyBidsPage />);
  await screen.findByText("Lot a");
  Object.assign(answers, { "/user/bids": refusal(500, "internal_error", "Something went wrong") });
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/These prices may be out of date/)).toBeVisible();
  expect(screen.getByText("Lot a")).toBeVisible();
});

it("the chip counts the auctions in which the person leads and is outbid, and follows the live channel", async () => {
  const led = { leads: true };
  fakeApiAt({
    "/user/bids": bids(
      joinedAuction("a", led),
      joinedAuction("b", led),
      joinedAuction("won", { ...led, status: "Sold" }),
    ),
  });
  const client = showPart(<BidsChip />);
  expect(await screen.findByRole("link", { name: "My bids: 2 leading" })).toHaveAttribute("href", "/dashboard/my-bids");
  act(() => void noteStanding(client, "b", personalStanding({ seq: 6 })));
  expect(await screen.findByRole("link", { name: "My bids: 1 leading, 1 outbid" })).toBeVisible();
});

it("who lost to an equal bid reads that it came first", async () => {
  const sold = { leads: false, status: "Sold", currentBid: 130 } as const;
  fakeApiAt({
    "/user/bids": bids(joinedAuction("even", { ...sold, ownBid: 130 }), joinedAuction("low", { ...sold, ownBid: 120 })),
  });
  showPart(<MyBidsPage />);
  expect(await screen.findByText("An equal bid that came first has won.")).toBeVisible();
  expect(screen.getAllByText("Lost")).toHaveLength(2);
});

it("there is no chip for people without a bid in an open auction", async () => {
  const sent = fakeApiAt({ "/user/bids": bids(joinedAuction("lost", { status: "Sold" })) });
  showPart(<BidsChip />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole("link")).toBeNull();
});

it.each([
  ["a person with bids", bids(joinedAuction("a")), "/dashboard/my-bids"],
  ["a person without bids", bids(), "/dashboard/my-profile"],
  [
    "a person whose bids cannot be fetched",
    refusal(500, "internal_error", "Something went wrong"),
    "/dashboard/my-profile",
  ],
])("the dashboard's own address leads %s to the right page", async (_, answer, path) => {
  fakeApiAt({ "/user/bids": answer });
  showPart(<DashboardIndex />, { [path]: "arrived" });
  expect(await screen.findByText("arrived")).toBeVisible();
});
