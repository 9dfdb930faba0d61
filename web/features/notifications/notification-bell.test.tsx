import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import type { ListedNotification } from "../../../worker/contract/notification.ts";
import { recordOwnBid } from "../../api/joined.ts";
import { questionsQuery } from "../../api/questions.ts";
import { setSessionUser } from "../../api/session.ts";
import { listedAuction, standing } from "../../testing/auctions.ts";
import { click } from "../../testing/click.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { joinedAuction, personalStanding } from "../../testing/joined.ts";
import { showPart } from "../../testing/page.tsx";
import BidsChip from "../my-bids/bids-chip.tsx";
import NotificationBell from "./notification-bell.tsx";

/** The browser's end of a live channel, which the test opens and closes. */
class FakeSocket extends EventTarget {
  readyState = 0;
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  }
}

let sockets: FakeSocket[] = [];
beforeEach(() => {
  setSessionUser({ _id: "ann", name: "Ann", image: null });
  sockets = [];
  vi.stubGlobal(
    "WebSocket",
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
});

async function receive(frame: object): Promise<void> {
  await act(() => sockets.at(-1)?.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) })));
}

async function openSocket(count: number): Promise<void> {
  await waitFor(() => expect(sockets).toHaveLength(count));
  await act(() => sockets.at(-1)?.dispatchEvent(new Event("open")));
  // The reply to the ping that the page sends once the socket is open.
  await act(() => sockets.at(-1)?.dispatchEvent(new MessageEvent("message", { data: "pong" })));
}

function notification(message: string, more: Partial<ListedNotification> = {}): ListedNotification {
  return {
    _id: message,
    kind: "newBid",
    message,
    auctionId: "lot",
    timestamp: "2030-11-21T09:00:00.000Z",
    isRead: false,
    side: "selling",
    image: null,
    ...more,
  };
}

const show = () => showPart(<NotificationBell wasTapped={false} />);
const listResponse = (...messages: string[]) =>
  success({ data: messages.map((message) => notification(message)), unread: messages.length });
const open = () => click(/^Notifications/);
const findCount = (unread: number) => screen.findByRole("button", { name: `Notifications, ${unread} unread` });

/** The header's bell and its chip with the person's bids. */
function showBellAndChip() {
  return showPart(
    <>
      <BidsChip />
      <NotificationBell wasTapped={false} />
    </>,
  );
}

it("the bell counts and lists notifications that arrived while the channel was down", async () => {
  fakeApi(listResponse("Ann has bid"), listResponse("Ann has bid"), listResponse("Bob has bid", "Ann has bid"));
  show();
  await findCount(1);
  // The page may have missed some since the first fetch.
  await openSocket(1);
  sockets[0]?.close();
  await openSocket(2);
  await findCount(2);
  await open();
  expect(await screen.findByText("Bob has bid")).toBeVisible();
});

it("the page refetches questions that may have changed while the channel was down", async () => {
  fakeApi(listResponse());
  const client = show();
  const { queryKey } = questionsQuery("lot");
  client.setQueryData(queryKey, { pages: [], pageParams: [] });
  await openSocket(1);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it("the bell's accessible name includes the count it shows", async () => {
  fakeApi(success({ data: [notification("Ann has bid")], unread: 172 }));
  show();
  expect(await screen.findByRole("button", { name: "Notifications, 99+ unread" })).toHaveTextContent("99+");
});

it("the page fetches notifications once when the channel opens before they arrive", async () => {
  const list = Promise.withResolvers<Response>();
  const sent = fakeApi(() => list.promise);
  show();
  await openSocket(1);
  list.resolve(listResponse("Ann has bid")());
  await findCount(1);
  expect(sent).toHaveLength(1);
});

it("the bell's panel shows that it's loading until the list arrives", async () => {
  const list = Promise.withResolvers<Response>();
  fakeApi(() => list.promise);
  show();
  await open();
  expect(screen.getByRole("status")).toHaveTextContent("Loading...");
  expect(screen.queryByText("No notifications")).toBeNull();
  list.resolve(listResponse()());
  expect(await screen.findByText("No notifications")).toBeVisible();
  expect(screen.queryByRole("status")).toBeNull();
});

it("the bell's panel shows that it couldn't load, and offers to try again", async () => {
  fakeApi(refusal(500, "internal_error", "Something went wrong"), listResponse("Ann has bid"));
  show();
  await open();
  expect(await screen.findByText("Failed to display notifications")).toBeVisible();
  await click("Try again");
  expect(await screen.findByText("Ann has bid")).toBeVisible();
  expect(screen.queryByText("Failed to display notifications")).toBeNull();
});

it("“Clear all” keeps focus after it has cleared all notifications", async () => {
  const sent = fakeApi(listResponse("Ann has bid"), success({ unread: 0 }), listResponse());
  show();
  await findCount(1);
  await open();
  const clear = screen.getByRole("button", { name: "Clear all" });
  await userEvent.click(clear);
  expect(await screen.findByText("No notifications")).toBeVisible();
  // A disabled button would lose focus.
  expect(clear).toBeEnabled();
  expect(clear).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

it("the bell's actions don't change notifications newer than its list", async () => {
  const older = notification("Ann has bid", { timestamp: "2030-11-21T08:00:00.000Z" });
  const data = [notification("Bob has bid"), older];
  const sent = fakeApi(success({ data, unread: 2 }));
  show();
  await findCount(2);
  await open();
  await click("Mark all read");
  await click("Clear all");
  const query = `?upTo=${encodeURIComponent("2030-11-21T09:00:00.000Z")}`;
  await waitFor(() =>
    expect(sent).toMatchObject([
      { method: "GET" },
      { method: "PATCH", path: `/api/v1/auction/notifications/mark-read${query}` },
      { method: "GET" },
      { method: "DELETE", path: `/api/v1/auction/notifications/clear${query}` },
      { method: "GET" },
    ]),
  );
});

it("the page applies a standing from the live channel without also fetching it", async () => {
  const sent = fakeApiAt({
    "/auction/notifications": listResponse("Ann has bid"),
    "/user/bids": success({ auctions: [joinedAuction("lot", { leads: true })], serverTime: Date.now() }),
  });
  const client = showBellAndChip();
  await screen.findByRole("link", { name: "My bids: 1 leading" });
  await openSocket(1);
  const countBoardFetches = () => sent.filter(({ path }) => path.endsWith("/user/bids")).length;
  await waitFor(() => expect(countBoardFetches()).toBe(2));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const { image: _image, side: _side, ...outbid } = notification("You were outbid", { kind: "outbid" });
  const frame = { type: "bidNotification", message: outbid.message, notification: outbid, unread: 1 };
  await receive({ ...frame, standing: personalStanding({ seq: 9 }) });
  expect(await screen.findByRole("link", { name: "My bids: 1 outbid" })).toBeVisible();
  await receive({ ...frame, notification: { ...outbid, auctionId: "another" }, standing: personalStanding() });
  await waitFor(() => expect(countBoardFetches()).toBe(3));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  // A bid on the user's own listing doesn't refetch their bids, only the list of notifications.
  const countListFetches = () => sent.filter(({ path }) => path.endsWith("/auction/notifications")).length;
  const before = countListFetches();
  const { image: _, side: __, ...newBid } = notification("Bob has bid");
  await receive({ ...frame, notification: newBid });
  await waitFor(() => expect(countListFetches()).toBe(before + 1));
  expect(countBoardFetches()).toBe(3);
});

it.each(["bidReleased", "bidVoided", "cancelled", "voided"] as const)(
  "the header drops a bid that no longer counts, even if it was just placed: %s",
  async (kind) => {
    const joinedIn = (...auctions: object[]) => success({ auctions, serverTime: Date.now() });
    const responses = { "/auction/notifications": listResponse(), "/user/bids": joinedIn(joinedAuction("lot")) };
    fakeApiAt(responses);
    const client = showBellAndChip();
    await screen.findByRole("link", { name: "My bids: 1 outbid" });
    await openSocket(1);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    const ownBid = { amount: 160, standing: standing(160, 3), seq: 6, leads: true };
    act(() => recordOwnBid(client, listedAuction("lot"), ownBid));
    await screen.findByRole("link", { name: "My bids: 1 leading" });
    Object.assign(responses, { "/user/bids": joinedIn() });
    const { image: _image, side: _side, ...removed } = notification("Your bid is void", { kind });
    const frame = { type: "bidNotification", message: removed.message, notification: removed, unread: 1 };
    await receive({ ...frame, standing: personalStanding({ seq: 9 }) });
    await waitFor(() => expect(screen.queryByRole("link")).toBeNull());
  },
);

it("a user who sells and bids can filter notifications by either role", async () => {
  const data = [
    notification("9 new bids on the clock"),
    notification("You were outbid on the vase", { kind: "outbid", side: "bidding" }),
  ];
  fakeApi(success({ data, unread: 2 }));
  show();
  await findCount(2);
  await open();
  const linkTexts = () => screen.getAllByRole("link").map((link) => link.textContent);
  await userEvent.click(await screen.findByRole("button", { name: "Bidding" }));
  expect(linkTexts()).toEqual([expect.stringContaining("outbid on the vase")]);
  await click("Selling");
  expect(linkTexts()).toEqual([expect.stringContaining("9 new bids")]);
  await click("All");
  expect(linkTexts()).toHaveLength(2);
});

it("a notification shows its age, and its full time on hover", async () => {
  const timestamp = new Date(Date.now() - 125_000).toISOString();
  fakeApi(success({ data: [notification("Ann has bid", { timestamp })], unread: 1 }));
  show();
  await open();
  const time = (await screen.findByText("2 min ago")).closest("time");
  expect(time).toHaveAttribute("datetime", timestamp);
  expect(time?.title).toMatch(/\d{4}.*\d:\d\d/);
  expect(screen.queryByRole("group", { name: "Filter notifications" })).toBeNull();
});

it("the bell opens by itself if the user has clicked it before its code loads", async () => {
  fakeApi(listResponse("Ann has bid"));
  showPart(<NotificationBell wasTapped />);
  expect(await screen.findByRole("dialog", { name: "Notifications" })).toBeVisible();
});

it("opening a notification in another tab marks it as read and keeps the panel open", async () => {
  const sent = fakeApi(listResponse("Ann has bid"), success({ unread: 0 }), success({ data: [], unread: 0 }));
  showPart(<NotificationBell wasTapped />);
  const link = await screen.findByRole("link", { name: /Ann has bid/ });
  fireEvent(link, new MouseEvent("auxclick", { bubbles: true, button: 1 }));
  await waitFor(() => expect(sent[1]).toMatchObject({ method: "PATCH" }));
  expect(screen.getByRole("dialog", { name: "Notifications" })).toBeVisible();
});

it("opening a notification that's already read doesn't mark it as read again", async () => {
  const sent = fakeApi(success({ data: [notification("Ann has bid", { isRead: true })], unread: 0 }));
  showPart(<NotificationBell wasTapped />);
  await userEvent.click(await screen.findByRole("link", { name: /Ann has bid/ }));
  expect(await screen.findByText("elsewhere")).toBeVisible();
  expect(sent.map(({ method }) => method)).toEqual(["GET"]);
});
