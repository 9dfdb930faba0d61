import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { ShareButton } from "./share-button.tsx";

const ITEM_URL = "https://lotline.example/auction/a";

/** Fakes the browser's share menu and clipboard. */
function stubBrowser(offers: {
  share?: (data: ShareData) => Promise<void>;
  writeText?: (text: string) => Promise<void>;
}) {
  vi.stubGlobal("navigator", { ...offers, clipboard: { writeText: offers.writeText } });
}
async function clickShare() {
  render(<ShareButton title="Telescope" url={ITEM_URL} />);
  // Doesn't use `userEvent`, which would replace the page's clipboard.
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Share this item" })));
}

it("the system's share menu gets the title and the URL", async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
  stubBrowser({ share });
  await clickShare();
  expect(share.mock.calls).toEqual([[{ title: "Telescope", url: ITEM_URL }]]);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("closing the share menu shows no error and copies nothing", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  stubBrowser({ share: () => Promise.reject(new DOMException("closed", "AbortError")), writeText });
  await clickShare();
  expect(writeText).not.toHaveBeenCalled();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("without a share menu, the share button copies the URL and shows “Link copied”", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  stubBrowser({ writeText });
  await clickShare();
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Link copied"));
  expect(writeText.mock.calls).toEqual([[ITEM_URL]]);
});

it("the share button says where to find the URL if the page can't copy it", async () => {
  stubBrowser({ writeText: () => Promise.reject(new DOMException("denied", "NotAllowedError")) });
  await clickShare();
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Copy the link from the address bar"));
});
