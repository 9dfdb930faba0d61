import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { click } from "../../testing/click.ts";
import { setOnline } from "../../testing/network.ts";
import { ConnectionNote } from "./connection-note.tsx";

it.each([
  ["live", "Live updates stopped. You can still bid."],
  ["closing", "Live updates stopped."],
  ["sold", "Live updates stopped."],
] as const)("the page says that live updates stopped in a %s auction", (stage, text) => {
  const connection = { phase: "stopped", failures: 5, waitMs: 30_000 } as const;
  render(<ConnectionNote connection={connection} onRetry={() => {}} watching={1} stage={stage} />);
  expect(screen.getByRole("status").textContent).toBe(text);
});

it("a page that was refused live updates shows when they resume", async () => {
  const reconnect = vi.fn<() => void>();
  const connection = { phase: "refused", failures: 0, waitMs: 40_000 } as const;
  render(<ConnectionNote connection={connection} onRetry={reconnect} watching={1} stage="live" />);
  expect(screen.getByRole("status")).toHaveTextContent(
    "Too many people are connected. Live updates resume within 60 seconds. You can still bid.",
  );
  await click("Reconnect");
  expect(reconnect).toHaveBeenCalledOnce();
});

it("the page immediately says that it's offline instead of live", () => {
  const connection = { phase: "live", failures: 0, waitMs: null } as const;
  render(<ConnectionNote connection={connection} onRetry={() => {}} watching={1} stage="live" />);
  expect(screen.getByRole("status")).toHaveTextContent("Live");
  setOnline(false);
  expect(screen.getByRole("status").textContent).toBe("You're offline. Prices here may be out of date.");
});
