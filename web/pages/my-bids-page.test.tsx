import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";

import { updateJoinedStanding } from "../api/joined.ts";
import { setSessionUser } from "../api/session.ts";
import BidsChip from "../features/my-bids/bids-chip.tsx";
import { bid, details, standing } from "../testing/auctions.ts";
import { userOnFakeClock, clickNext } from "../testing/click.ts";
import { advanceTimeAsync } from "../testing/clock.ts";
import { fakeApiAt, refusal, type SentCall, success } from "../testing/fake-api.ts";
import { joinedAuction, personalStanding } from "../testing/joined.ts";
import { showPart } from "../testing/page.tsx";
import DashboardIndex from "./dashboard-index.tsx";
import MyBidsPage from "./my-bids-page.tsx";

beforeEach(() => setSessionUser({ _id: "me", name: "Ann Example", image: null }));

/** After the end of the other auctions. */
const LATER_END = "2030-11-21T11:00:00.000Z";

function ShownState() {
  return <p data-testid="state">{JSON.stringify(useLocation().state)}</p>;
}

const bidsResponse =
  (...auctions: ReturnType<typeof joinedAuction>[]) =>
  () =>
    success({ auctions, serverTime: Date.now() })();
const TWO_BIDS = bidsResponse(joinedAuction("a"), joinedAuction("b", { auctionEndTime: LATER_END }));
const LARGE_BID = bidsResponse(joinedAuction("a", { minNextBid: 2450 }));
const group = (name: RegExp) => screen.getByRole("region", { name });
const rowTitles = (name: RegExp) =>
  within(group(name))
    .getAllByRole("heading", { level: 3 })
    .map((heading) => heading.textContent);

it("the board shows each auction in its group with standing, price and your bid", async () => {
  const { sent } = show({
    "/user/bids": bidsResponse(
      joinedAuction("outbid"),
      joinedAuction("led", { leads: true, ownBid: 150 }),
      joinedAuction("won", { leads: true, status: "Sold", ownBid: 150 }),
      joinedAuction("void", { status: "Voided", voided: { reason: "Stolen goods" } }),
    ),
    "/auction/led/maximum": success({ maximum: { bidId: "led-7", maxBid: 250, isPublic: false } }),
  });
  expect(screen.getByText("Loading your bids...")).toBeVisible();
  await screen.findByText("Lot outbid");
  expect(rowTitles(/Needs you/)).toEqual(["Lot outbid"]);
  expect(rowTitles(/Leading/)).toEqual(["Lot led"]);
  expect(rowTitles(/Recently ended/).toSorted()).toEqual(["Lot void", "Lot won"]);
  expect(group(/Needs you/)).toHaveTextContent(/Outbid.*Price\$150.*Your bid\$120/);
  expect(await screen.findByText("$250")).toBeVisible();
  expect(group(/Leading/)).toHaveTextContent("Your maximum$250 (hidden until a bid reaches it)");
  expect(group(/Recently ended/)).toHaveTextContent("Voided by our team: Stolen goods");
  // The voided auction's end is in the future, but no longer matters.
  expect(screen.getAllByRole("article").find((article) => article.id === "bid-void")).not.toHaveTextContent(/Ended/);
  expect(within(group(/Recently ended/)).getByRole("link", { name: "My Winnings" })).toBeVisible();
  // Only the maximum of a leading bid is still secret, and only an outbid bidder has a button.
  expect(sent.filter(({ path }) => path.endsWith("/maximum"))).toHaveLength(1);
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Bid $151 now"]);
});

/** The answer to a bid of 151 in auction `a`, placed now. */
const bidResponse = (more: object = {}) =>
  success({
    newBid: { ...bid("a-8", 151, "me"), createdAt: new Date().toISOString() },
    auction: standing(151, 3),
    leads: true,
    seq: 8,
    hash: "h",
    ...more,
  });
const noMaximum = { "/auction/a/maximum": success({ maximum: null }) };

const posts = (sent: readonly SentCall[]) => sent.filter(({ method }) => method === "POST");

/** The page of a user who was outbid in `a` and takes the lead there with a bid, unless the answers say otherwise. */
function show(responses: Parameters<typeof fakeApiAt>[0] = {}) {
  const defaultResponses = {
    "/user/bids": bidsResponse(joinedAuction("a")),
    "/bid/placeBid": bidResponse(),
    ...noMaximum,
  };
  const sent = fakeApiAt({ ...defaultResponses, ...responses });
  return { sent, client: showPart(<MyBidsPage />) };
}

it("a bidder can't undo a bid that revealed someone's maximum or the reserve", async () => {
  show({ "/bid/placeBid": bidResponse({ newBid: { ...bid("a-8", 151, "me"), reveals: true } }) });
  await clickNext("Bid $151 now: Lot a");
  const link = await screen.findByRole("link", { name: "Ask to withdraw your bid: Lot a" });
  expect(link).toHaveAttribute("href", "/auction/a");
  expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
});

it("the board sorts its rows only when the user asks", async () => {
  const { client } = show({ "/user/bids": TWO_BIDS });
  await clickNext("Bid $151 now: Lot a");
  await screen.findByText("The order has changed.");
  act(
    () =>
      void updateJoinedStanding(client, "b", personalStanding({ currentBid: 300, seq: 6, auctionEndTime: LATER_END })),
  );
  expect(rowTitles(/Needs you/)).toEqual(["Lot a", "Lot b"]);
  await clickNext("Sort again");
  expect(rowTitles(/Needs you/)).toEqual(["Lot b"]);
  expect(rowTitles(/Leading/)).toEqual(["Lot a"]);
  expect(screen.getByText("Ending soonest first.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Sort again" })).toBeNull();
  // The undo button has moved with its row.
  expect(within(group(/Leading/)).getByRole("button", { name: "Undo your bid of $151: Lot a" })).toBeVisible();
});

it("a new item goes to the end, and a row whose bid is gone stays with a note", async () => {
  const answers = { "/user/bids": TWO_BIDS };
  fakeApiAt(answers);
  const client = showPart(<MyBidsPage />);
  await screen.findByText("Lot a");
  Object.assign(answers, {
    "/user/bids": bidsResponse(joinedAuction("c"), joinedAuction("b", { auctionEndTime: LATER_END })),
  });
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(rowTitles(/New/)).toEqual(["Lot c"]));
  expect(rowTitles(/Needs you/)).toEqual(["Lot a", "Lot b"]);
  expect(screen.getByText("You no longer have a bid here")).toBeVisible();
  await clickNext("Sort again");
  expect(rowTitles(/Needs you/)).toEqual(["Lot c", "Lot b"]);
});

it("a bidder can undo a bid after two seconds, and must confirm the next bid", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = show({
    "/bid/deleteBid/a-8": success({ auction: standing(150, 2), seq: 9, hash: "h" }),
    ...roomOf("bob", { freezeMs: 120_000 }),
  });
  await clickNext("Bid $151 now: Lot a");
  const undo = await screen.findByRole("button", { name: "Undo your bid of $151: Lot a" });
  expect(undo).toBeDisabled();
  await advanceTimeAsync(2_500);
  await clickNext("Undo your bid of $151: Lot a");
  expect(await screen.findByText("Your bid of $151 was undone.")).toBeVisible();
  const undoCall = sent.find(({ method }) => method === "DELETE");
  expect(undoCall?.path).toBe("/api/v1/bid/deleteBid/a-8?reason=mistake");
  // An impatient user's second tap.
  await screen.findByRole("button", { name: "Bid $171 now: Lot a" });
  await advanceTimeAsync(600);
  await clickNext("Bid $171 now: Lot a");
  expect(screen.getByRole("button", { name: "Confirm $171: Lot a" })).toBeVisible();
  expect(posts(sent)).toHaveLength(1);
});

it("the undo button disappears after a minute, and the row stays", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  await clickNext("Bid $151 now: Lot a");
  const undo = await screen.findByRole("button", { name: "Undo your bid of $151: Lot a" });
  await advanceTimeAsync(2_000);
  undo.focus();
  await advanceTimeAsync(58_500);
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(screen.getByText("You're leading at $151")).toBeVisible();
  expect(rowTitles(/Needs you/)).toEqual(["Lot a"]);
  expect(screen.getByRole("article")).toHaveFocus();
});

it("the row explains why an undo was refused and doesn't offer it again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show({ "/bid/deleteBid/a-8": refusal(409, "undo_near_end", "The last minutes have begun") });
  await clickNext("Bid $151 now: Lot a");
  await screen.findByRole("button", { name: /^Undo/ });
  await advanceTimeAsync(2_000);
  await clickNext(/^Undo/);
  expect(await screen.findByText("The last minutes have begun")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(screen.getByText("You're leading at $151")).toBeVisible();
});

it("a bidder can't undo a bid in the auction's last minutes", async () => {
  const end = new Date(Date.now() + 100_000).toISOString();
  const room = roomOf("me", { freezeMs: 120_000, auctionEndTime: end });
  const { client } = show({
    "/user/bids": bidsResponse(joinedAuction("a", { auctionEndTime: end })),
    "/bid/placeBid": bidResponse({ auction: standing(151, 3, { auctionEndTime: end }) }),
    ...room,
  });
  await clickNext("Bid $151 now: Lot a");
  expect(await screen.findByText("You're leading at $151")).toBeVisible();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

it("a row shows that a bid was outbid right away, and asks to confirm the next one", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = show({ "/bid/placeBid": bidResponse({ auction: standing(160, 4), leads: false }) });
  await clickNext("Bid $151 now: Lot a");
  expect(await screen.findByText("You were outbid right away. Another bidder's maximum is higher.")).toBeVisible();
  await advanceTimeAsync(1_100);
  await clickNext("Bid $161 now: Lot a");
  expect(screen.getByRole("button", { name: "Confirm $161: Lot a" })).toBeVisible();
  await advanceTimeAsync(600);
  await clickNext("Confirm $161: Lot a");
  await advanceTimeAsync(0);
  expect(posts(sent).map(({ body }) => body)).toMatchObject([{ bidAmount: 151 }, { bidAmount: 161 }]);
});

it("a large bid takes a second tap, and a double click isn't enough", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = show({ "/user/bids": LARGE_BID });
  await clickNext("Bid $2,450 now: Lot a");
  await clickNext("Confirm $2,450: Lot a");
  expect(screen.getByText("Tap again to bid $2,450. Escape cancels.")).toBeInTheDocument();
  expect(posts(sent)).toEqual([]);
  await advanceTimeAsync(600);
  await clickNext("Confirm $2,450: Lot a");
  await advanceTimeAsync(0);
  expect(posts(sent)[0]?.body).toEqual({ productId: "a", bidAmount: 2450 });
});

it("a confirm button resets on Escape, on blur or after five seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show({ "/user/bids": LARGE_BID });
  const confirm = () => screen.queryByRole("button", { name: "Confirm $2,450: Lot a" });
  const resets = [
    () => userOnFakeClock().keyboard("{Escape}"),
    () => advanceTimeAsync(5_000),
    () => userOnFakeClock().tab(),
  ];
  for (const reset of resets) {
    await clickNext("Bid $2,450 now: Lot a");
    expect(confirm()).toBeVisible();
    await reset();
    expect(confirm()).toBeNull();
  }
});

it("the bidder has to confirm again when the amount changes", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { client } = show({ "/user/bids": LARGE_BID });
  await clickNext("Bid $2,450 now: Lot a");
  act(() => void updateJoinedStanding(client, "a", personalStanding({ currentBid: 2500, minNextBid: 2550, seq: 6 })));
  expect(await screen.findByRole("button", { name: "Bid $2,550 now: Lot a" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Confirm/ })).toBeNull();
});

it("a bid with an ended session leads to the login with its auction and amount", async () => {
  fakeApiAt({
    "/user/bids": bidsResponse(joinedAuction("a")),
    "/bid/placeBid": refusal(401, "not_signed_in", "Sign in first"),
  });
  showPart(<MyBidsPage />, { "/login": <ShownState /> });
  await clickNext("Bid $151 now: Lot a");
  const intent = { action: "bid", amount: 151, currency: "USD", bidId: null, personId: "me" };
  expect(JSON.parse((await screen.findByTestId("state")).textContent)).toEqual({ from: "/auction/a", intent });
});

it("a tap on an amount that just changed or moved sends nothing, and a note says why", async () => {
  const { sent, client } = show({
    "/user/bids": bidsResponse(joinedAuction("a"), joinedAuction("b", { leads: true })),
    "/auction/b/maximum": success({ maximum: null }),
  });
  await screen.findByRole("button", { name: /Bid \$151 now/ });
  act(() => void updateJoinedStanding(client, "a", personalStanding({ currentBid: 200, minNextBid: 201, seq: 6 })));
  await clickNext("Bid $201 now: Lot a");
  expect(
    screen.getByText(/has just changed to \$201, so we didn't send your bid\. Tap again to bid \$201/),
  ).toBeVisible();
  act(() => void updateJoinedStanding(client, "b", personalStanding({ seq: 6 })));
  await clickNext("Bid $151 now: Lot b");
  expect(screen.getByText(/just moved, so we didn't send your bid\. Tap again to bid \$151/)).toBeVisible();
  expect(posts(sent)).toEqual([]);
});

it("a tap on a button that just moved sends nothing", async () => {
  const { sent } = show();
  const button = await screen.findByRole("button", { name: /Bid \$151 now/ });
  vi.spyOn(button, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 40, 100, 40));
  await userEvent.click(button);
  expect(screen.getByText(/just moved, so we didn't send your bid\. Tap again to bid \$151/)).toBeVisible();
  expect(posts(sent)).toEqual([]);
});

/** The room's state for auction `a` after fact 9. */
function roomOf(leader: string, more: object = {}) {
  const auctionDetails = details([bid("a-9", 170, leader)], 9, {
    _id: "a",
    ...standing(170, 4),
    terms: { increments: "flat", softCloseMs: 0 },
    freezeMs: 0,
    serverTime: Date.now(),
    ...more,
  });
  return { "/auction/fetchSpecificAuction": success({ auctionDetails }) };
}
const tooLowRefusal = refusal(409, "bid_too_low", "Your bid must be at least $171");
const ownMaximumRefusal = refusal(422, "below_own_maximum", "You already offer $200 or less: offer more");
const busyRefusal = refusal(503, "busy", "The auction is busy");
const aliases = (own: string | null) => ({ "/auction/a/aliases": success({ own, people: [] }) });

it("a refused bid shows the reason and the auction's current state", async () => {
  show({ "/bid/placeBid": tooLowRefusal, ...roomOf("bob") });
  await clickNext(/Bid \$151 now/);
  expect(await screen.findByText("Your bid must be at least $171")).toBeVisible();
  const next = await screen.findByRole("button", { name: "Bid $171 now: Lot a" });
  expect(next).toBeVisible();
  await waitFor(() => expect(next).toHaveFocus());
});

it.each([
  ["whose bid arrived after all", busyRefusal, roomOf("me"), {}],
  ["who leads from another tab", tooLowRefusal, roomOf("me"), {}],
  ["who leads anonymously", tooLowRefusal, roomOf("bidder-2"), aliases("bidder-2")],
  ["whose own maximum is as high", ownMaximumRefusal, roomOf("bidder-2"), {}],
])("a failure hides the bid button from a bidder %s", async (_, answer, room, aliasResponses) => {
  const leading = { "/auction/a/maximum": success({ maximum: null }) };
  show({ "/bid/placeBid": answer, ...room, ...aliasResponses, ...leading });
  await clickNext(/Bid \$151 now/);
  expect(await screen.findByText("You're leading at $170")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Bid|Undo/ })).toBeNull();
});

it.each([
  ["the room is unreachable", {}, 151],
  ["the leader is anonymous and may be the bidder", roomOf("bidder-2"), 171],
])("the bid button is disabled while %s", async (_, room, minNextBid) => {
  const { client } = show({ "/bid/placeBid": busyRefusal, ...room });
  await clickNext(/Bid \$151 now/);
  expect(await screen.findByRole("button", { name: "Checking who's leading..." })).toBeDisabled();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.getByRole("button", { name: "Checking who's leading..." })).toBeDisabled();
  expect(screen.queryByText("Outbid")).toBeNull();
  act(() => void updateJoinedStanding(client, "a", personalStanding({ minNextBid, seq: 9 })));
  expect(await screen.findByRole("button", { name: `Bid $${minNextBid} now: Lot a` })).toBeEnabled();
});

it("a user without bids gets a link to the auctions", async () => {
  show({ "/user/bids": bidsResponse() });
  expect(await screen.findByRole("heading", { name: "No bids yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Browse Auctions" })).toHaveAttribute("href", "/auctions");
});

it("the page says that it can't fetch the board, and fetches it again on request", async () => {
  const answers = { "/user/bids": refusal(500, "internal_error", "Something went wrong") };
  fakeApiAt(answers);
  showPart(<MyBidsPage />);
  expect(await screen.findByRole("heading", { name: "We couldn't load your bids" })).toBeVisible();
  Object.assign(answers, { "/user/bids": bidsResponse(joinedAuction("a")) });
  await clickNext("Try again");
  expect(await screen.findByText("Lot a")).toBeVisible();
});

it("a board that can't be refreshed stays, with a warning about outdated prices", async () => {
  const answers = { "/user/bids": bidsResponse(joinedAuction("a")) };
  fakeApiAt(answers);
  const client = showPart(<MyBidsPage />);
  await screen.findByText("Lot a");
  Object.assign(answers, { "/user/bids": refusal(500, "internal_error", "Something went wrong") });
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/these prices may be out of date/)).toBeVisible();
  expect(screen.getByText("Lot a")).toBeVisible();
});

it("the header's bid count shows leading or outbid bids and updates live", async () => {
  const leadingFields = { leads: true };
  fakeApiAt({
    "/user/bids": bidsResponse(
      joinedAuction("a", leadingFields),
      joinedAuction("b", leadingFields),
      joinedAuction("won", { ...leadingFields, status: "Sold" }),
    ),
  });
  const client = showPart(<BidsChip />);
  expect(await screen.findByRole("link", { name: "My bids: 2 leading" })).toHaveAttribute("href", "/dashboard/my-bids");
  act(() => void updateJoinedStanding(client, "b", personalStanding({ seq: 6 })));
  expect(await screen.findByRole("link", { name: "My bids: 1 outbid" })).toBeVisible();
});

it("a bidder who lost to an equal bid sees that the earlier bid won", async () => {
  const soldAuction = { leads: false, status: "Sold", currentBid: 130 } as const;
  show({
    "/user/bids": bidsResponse(
      joinedAuction("even", { ...soldAuction, ownBid: 130 }),
      joinedAuction("low", { ...soldAuction, ownBid: 120 }),
    ),
  });
  expect(await screen.findByText("An earlier bid for the same amount won.")).toBeVisible();
  expect(screen.getAllByText("Lost")).toHaveLength(2);
});

it("a user without a bid in an open auction sees no bid count in the header", async () => {
  const sent = fakeApiAt({ "/user/bids": bidsResponse(joinedAuction("lost", { status: "Sold" })) });
  showPart(<BidsChip />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole("link")).toBeNull();
});

it.each([
  ["My Bids for a user with bids", bidsResponse(joinedAuction("a")), "/dashboard/my-bids"],
  ["the profile for a user without bids", bidsResponse(), "/dashboard/my-profile"],
  [
    "the profile if the user's bids can't be fetched",
    refusal(500, "internal_error", "Something went wrong"),
    "/dashboard/my-profile",
  ],
])("the dashboard's root URL opens %s", async (_, answer, path) => {
  fakeApiAt({ "/user/bids": answer });
  showPart(<DashboardIndex />, { [path]: "arrived" });
  expect(await screen.findByText("arrived")).toBeVisible();
});
