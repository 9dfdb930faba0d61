import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { GOOGLE_CHANNEL } from "../../../worker/contract/google.ts";
import { fakeApi, success } from "../../testing/fake-api.ts";
import { SETTINGS } from "../../testing/people.ts";
import { GoogleButton } from "./google-button.tsx";

const settings = { ...SETTINGS, google: true };

function show() {
  const client = new QueryClient();
  const button = <GoogleButton disabled={false}>Sign In with Google</GoogleButton>;
  const { unmount } = render(<QueryClientProvider client={client}>{button}</QueryClientProvider>);
  return { client, unmount };
}

it("the Google button opens no window if the user leaves the page first", async () => {
  const response = Promise.withResolvers<Response>();
  fakeApi(() => response.promise);
  const open = vi.spyOn(globalThis, "open").mockReturnValue(null);
  const { client, unmount } = show();
  await userEvent.click(screen.getByRole("button"));
  expect(client.isMutating()).toBe(1);
  unmount();
  response.resolve(success({ settings })());
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(open).not.toHaveBeenCalled();
});

it("the Google button fetches settings early and opens the window once they arrive", async () => {
  const response = Promise.withResolvers<Response>();
  const sent = fakeApi(() => response.promise);
  const open = vi.spyOn(globalThis, "open").mockReturnValue(null);
  show();
  await waitFor(() => expect(sent).toMatchObject([{ method: "GET", path: "/api/v1/settings" }]));
  await userEvent.click(screen.getByRole("button"));
  expect(open).not.toHaveBeenCalled();
  response.resolve(success({ settings })());
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
});

it("the Google button shows the reason when the Google window reports a failure", async () => {
  fakeApi(success({ settings }));
  vi.spyOn(globalThis, "open").mockReturnValue(window);
  show();
  await userEvent.click(screen.getByRole("button"));
  const reason = "Too many requests. Try again in 4 minutes.";
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within our origin by itself
  channel.postMessage({ type: "failed", reason });
  expect(await screen.findByText(reason)).toBeVisible();
  channel.close();
});
