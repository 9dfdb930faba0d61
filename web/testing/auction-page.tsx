/** An auction's page as a person sees it. A test renders only the parts that it tests. */
import { act } from "@testing-library/react";
import { type ComponentType, type RefObject, useRef } from "react";
import { vi } from "vitest";

import type { AuctionView } from "../api/auction-view.ts";
import { auctionQuery } from "../api/auction.ts";
import { setSessionUser } from "../api/session.ts";
import { type BidDialogControls, useBidDialogs } from "../features/auction/bids/use-bid-dialogs.ts";
import { type AuctionScreen, useAuction } from "../features/auction/use-auction.ts";
import { showPages, testClient } from "./page.tsx";

type TestScreenProps = { screen: AuctionScreen; dialogs: BidDialogControls; listRef: RefObject<HTMLElement | null> };

/** A socket that never sends or receives anything, so bids go over REST. */
export class SilentSocket extends EventTarget {
  readyState = 0;
  close() {}
  send() {}
}

/** Shows parts of auction `lot`'s page. Returns a function that changes the view, as a message from the room does. */
export function showAuctionPage(known: AuctionView, Parts: ComponentType<TestScreenProps>, userId = "ann") {
  vi.stubGlobal("WebSocket", SilentSocket);
  setSessionUser({ _id: userId, name: userId, image: null });
  const client = testClient();
  client.setDefaultOptions({ ...client.getDefaultOptions(), queries: { retry: false, staleTime: Infinity } });
  const { queryKey } = auctionQuery("lot");
  client.setQueryData(queryKey, known);
  function AuctionPage() {
    const { screen } = useAuction("lot");
    const dialogs = useBidDialogs(screen?.userId);
    const listRef = useRef<HTMLElement>(null);
    return screen && <Parts screen={screen} dialogs={dialogs} listRef={listRef} />;
  }
  showPages({ "*": <AuctionPage /> }, "/", client);
  return (change: (view: AuctionView) => AuctionView) =>
    act(() => {
      client.setQueryData(queryKey, (view) => view && change(view));
      // With a fake clock, the cache notifies the page in a later turn.
      if (vi.isFakeTimers()) vi.advanceTimersByTime(0);
    });
}
