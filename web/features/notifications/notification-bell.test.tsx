import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Notification } from "../../../worker/contract/notification.ts";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import NotificationBell from "./notification-bell.tsx";

/** The browser's end of a live channel; the test opens and closes it. */
class FakeSocket extends EventTarget {
  static readonly CLOSING = 2;
  readonly readyState = 0;
  close(): void {
    this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  }
}

let sockets: FakeSocket[] = [];
beforeEach(() => {
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
afterEach(() => vi.unstubAllGlobals());

async function socketOpens(count: number): Promise<void> {
  await waitFor(() => expect(sockets).toHaveLength(count));
  await act(() => sockets.at(-1)?.dispatchEvent(new Event("open")));
}

function notification(message: string): Notification {
  return {
    _id: message,
    kind: "newBid",
    message,
    auctionId: "lot",
    timestamp: "2030-11-21T12:00:00.000Z",
    isRead: false,
  };
}

const answer = (...messages: string[]) => success({ data: messages.map(notification), unread: messages.length });
const open = () => userEvent.click(screen.getByRole("button", { name: /^Notifications/ }));
const counted = (unread: number) => screen.findByRole("button", { name: `Notifications, ${unread} unread` });

it("notifications that arrived while the live channel was down are counted and listed", async () => {
  fakeApi(answer("Ann has bid"), answer("Ann has bid"), answer("Bob has bid", "Ann has bid"));
  showPart(<NotificationBell pressed={false} />);
  await counted(1);
  await socketOpens(1);
  sockets[0]?.close();
  await socketOpens(2);
  await counted(2);
  await open();
  expect(await screen.findByText("Bob has bid")).toBeVisible();
});

it("the bell is named by the count that it shows, also where that is not exact", async () => {
  fakeApi(success({ data: [notification("Ann has bid")], unread: 172 }));
  showPart(<NotificationBell pressed={false} />);
  expect(await screen.findByRole("button", { name: "Notifications, 99+ unread" })).toHaveTextContent("99+");
});

it("the list is fetched again when the channel opens, for notifications since the first fetch", async () => {
  fakeApi(answer(), answer("Ann has bid"));
  showPart(<NotificationBell pressed={false} />);
  await open();
  await screen.findByText("No notifications");
  await socketOpens(1);
  expect(await screen.findByText("Ann has bid")).toBeVisible();
});

it("the list is fetched once when the channel opens before the list has arrived", async () => {
  const list = Promise.withResolvers<Response>();
  const sent = fakeApi(() => list.promise);
  showPart(<NotificationBell pressed={false} />);
  await socketOpens(1);
  list.resolve(answer("Ann has bid")());
  await counted(1);
  expect(sent).toHaveLength(1);
});

it("the bell's panel shows that it is loading until the list has arrived", async () => {
  const list = Promise.withResolvers<Response>();
  fakeApi(() => list.promise);
  showPart(<NotificationBell pressed={false} />);
  await open();
  expect(screen.getByRole("status")).toHaveTextContent("Loading...");
  expect(screen.queryByText("No notifications")).toBeNull();
  list.resolve(answer()());
  expect(await screen.findByText("No notifications")).toBeVisible();
  expect(screen.queryByRole("status")).toBeNull();
});

it("the bell's panel shows that the notifications could not be fetched, and fetches them again", async () => {
  fakeApi(refusal(500, "internal_error", "Something went wrong"), answer("Ann has bid"));
  showPart(<NotificationBell pressed={false} />);
  await open();
  expect(await screen.findByText("Failed to display notifications")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Ann has bid")).toBeVisible();
  expect(screen.queryByText("Failed to display notifications")).toBeNull();
});

it("the focus stays on a button that has nothing left to do, and it does nothing then", async () => {
  const sent = fakeApi(answer("Ann has bid"), success({ unread: 0 }), answer());
  showPart(<NotificationBell pressed={false} />);
  await counted(1);
  await open();
  const clear = screen.getByRole("button", { name: "Clear all" });
  await userEvent.click(clear);
  expect(await screen.findByText("No notifications")).toBeVisible();
  // A disabled button would lose the focus.
  expect(clear).toBeEnabled();
  expect(clear).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

it("the bell opens by itself if its button was pressed before this code was there", async () => {
  fakeApi(answer("Ann has bid"));
  showPart(<NotificationBell pressed />);
  expect(await screen.findByRole("dialog", { name: "Notifications" })).toBeVisible();
});
