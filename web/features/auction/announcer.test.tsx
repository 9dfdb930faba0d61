import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { bid, END, person, view } from "../../testing/auctions.ts";
import { Announcer } from "./announcer.tsx";
import { withNames } from "./bidders.ts";

beforeEach(() => vi.useFakeTimers());

const advanceTime = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

const endsAt = Date.parse(END);
const spoken = () => ({
  polite: document.querySelector('[aria-live="polite"]')?.textContent,
  assertive: document.querySelector('[aria-live="assertive"]')?.textContent,
});

const politeTexts = () => [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);

function renderAnnouncer(leftMs: number, stage: "live" | "sold" = "live") {
  vi.setSystemTime(endsAt - leftMs);
  const props = { view: view([bid("a", 110)]), stage, standing: "leading", endsAt, userId: "ann" } as const;
  const { rerender } = render(<Announcer {...props} />);
  return (changed: Partial<Parameters<typeof Announcer>[0]>) => rerender(<Announcer {...props} {...changed} />);
}

it.each([
  [300_000, "5 minutes left"],
  [60_000, "1 minute left"],
  [20_000, "Going once: 20 seconds left"],
  [10_000, "Going twice: 10 seconds left"],
])("the announcer speaks %d ms before the end, not a second earlier or later", (leftMs, words) => {
  renderAnnouncer(leftMs + 2_500);
  advanceTime(2_000);
  expect(spoken().assertive).toBe("");
  advanceTime(1_000);
  expect(spoken().assertive).toBe(words);
  advanceTime(5_000);
  expect(spoken()).toEqual({ polite: "", assertive: "" });
});

it("the announcer politely announces only the latest of several prices", () => {
  const change = renderAnnouncer(3_600_000);
  change({ view: view([bid("b", 120, "bob"), bid("a", 110)]) });
  change({ view: view([bid("c", 130, "cleo"), bid("b", 120, "bob"), bid("a", 110)]) });
  expect(spoken().polite).toBe("");
  advanceTime(1_000);
  expect(spoken().polite).toBe("New current bid: $130 by cleo Test.");
});

it("an undone bid is announced once, although each update names the bidder", () => {
  const change = renderAnnouncer(3_600_000);
  const withdrawal = { bidId: "b", bidder: person("bidder-1"), reason: "mistake" } as const;
  const showWatchers = (watching: number) => {
    const undone = { ...view([bid("a", 110)]), watching, withdrawal };
    change({ userId: "sue", view: withNames(undone, [{ alias: "bidder-1", person: person("bob") }]) });
    advanceTime(1_000);
  };
  showWatchers(2);
  expect(spoken().polite).toBe("bob Test undid a bid.");
  advanceTime(5_000);
  showWatchers(3);
  expect(spoken().polite).toBe("");
});

it("the announcer politely announces the end and the result once each", () => {
  const change = renderAnnouncer(500);
  advanceTime(1_000);
  change({ stage: "closing" });
  expect(politeTexts()).toContain("Ended, waiting for the result");
  const winner = person("ann");
  const sold = { view: view([bid("a", 110)], 2, { status: "Sold", winner }), stage: "sold" } as const;
  change(sold);
  expect(politeTexts()).toContain("Yours for $110");
  advanceTime(5_000);
  expect(politeTexts().join("")).toBe("");
});

it("the announcer ignores the result of an auction that ended long ago", () => {
  const change = renderAnnouncer(-60_000, "sold");
  change({ stage: "sold", view: view([bid("a", 110)], 2, { status: "Sold", winner: person("ann") }) });
  advanceTime(2_000);
  expect(politeTexts().join("")).toBe("");
});

it("the announcer politely announces a new end time", () => {
  const change = renderAnnouncer(30_000);
  const later = "2030-11-21T10:02:00.000Z";
  change({ view: view([bid("a", 110)], 1, { auctionEndTime: later }), endsAt: Date.parse(later) });
  advanceTime(1_000);
  expect(spoken().polite).toMatch(/^The auction now ends /);
  expect(screen.queryByRole("alert")).toBeNull();
});
