import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { announceVerification, readVerificationReturn } from "../api/email-verification.ts";
import { ApiFailure } from "../api/failure.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { account, profile } from "../testing/people.ts";
import { EmailVerificationNote } from "./email-verification-note.tsx";

const refused = new ApiFailure("email_not_verified", "No", 403, { details: { address: "j•••@e•••.com" } });

/** Shows the notice to someone whose address is confirmed once the test calls `verify`. */
function show(error = refused, verification = success({ emailVerified: false })) {
  let emailVerified = false;
  const onVerified = vi.fn<() => void>();
  const sent = fakeApiAt({
    "/user/profile": () => success({ data: profile({ user: account({ emailVerified }) }) })(),
    "/user/email/verification": verification,
  });
  showPart(<EmailVerificationNote refusal={error} blockedAction="bid" onVerified={onVerified} />);
  const verify = () => {
    emailVerified = true;
  };
  return { onVerified, verify, sent };
}

it("the notice shows the masked address until another tab has confirmed it", async () => {
  const { onVerified, verify } = show();
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Confirm your email address to bid. We sent a link to j•••@e•••.com. We'll place your bid once you've confirmed.",
  );
  expect(readVerificationReturn()).toBe("/here");
  verify();
  announceVerification();
  expect(await screen.findByText("Your email address is confirmed.")).toBeVisible();
  announceVerification();
  await vi.waitFor(() => expect(onVerified).toHaveBeenCalledOnce());
});

it("the notice checks the profile for a confirmation on another device", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { onVerified, verify } = show();
  await act(() => vi.advanceTimersByTimeAsync(100));
  verify();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(onVerified).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(onVerified).toHaveBeenCalledOnce();
});

it("the notice resends the link or explains why it couldn't", async () => {
  const responses = [success({ emailVerified: false }), refusal(429, "too_many_requests", "Try again in 1 hour")];
  const { sent } = show(refused, () => responses.shift()?.() ?? success()());
  const press = () => userEvent.click(screen.getByRole("button", { name: "Send again" }));
  await press();
  expect(await screen.findByText("Sent. Check your inbox and spam folder.")).toBeVisible();
  await press();
  expect(await screen.findByText("Try again in 1 hour")).toBeVisible();
  expect(sent.filter(({ path }) => path.endsWith("/verification"))).toHaveLength(2);
});

it("the notice asks for an email address if the account has none", () => {
  show(new ApiFailure("email_not_verified", "No", 403));
  expect(screen.getByRole("alert")).toHaveTextContent("Add an email address to bid.");
  expect(screen.getByRole("link", { name: "Go to your profile" })).toHaveAttribute("href", "/dashboard/my-profile");
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});
