import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Puts the device online or offline. After the test, it's online again. */
export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? "online" : "offline")));
}
