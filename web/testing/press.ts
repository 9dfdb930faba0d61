import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { vi } from "vitest";

/** Presses the one button of this name, also on a test's own clock. */
export function press(name: string | RegExp): Promise<void> {
  return pressElement(screen.getByRole("button", { name }));
}

export function pressElement(element: HTMLElement): Promise<void> {
  return userOnFakeClock().click(element);
}

/** Presses the one button of this name as soon as it is on the page. */
export async function pressNext(name: string | RegExp): Promise<void> {
  await pressElement(await screen.findByRole("button", { name }));
}

/** The person at the keyboard, also on a test's own clock. */
export function userOnFakeClock() {
  return userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime } : {});
}
