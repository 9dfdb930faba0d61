import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { vi } from "vitest";

/** Presses the one button with this name, even on a fake clock. */
export function click(name: string | RegExp): Promise<void> {
  return clickElement(screen.getByRole("button", { name }));
}

export function clickElement(element: HTMLElement): Promise<void> {
  return userOnFakeClock().click(element);
}

/** Presses the one button with this name as soon as it is on the page. */
export async function clickNext(name: string | RegExp): Promise<void> {
  await clickElement(await screen.findByRole("button", { name }));
}

/** A simulated user who types and clicks, even on a fake clock. */
export function userOnFakeClock() {
  return userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime } : {});
}
