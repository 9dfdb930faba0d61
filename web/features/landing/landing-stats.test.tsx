import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Counts } from "../../../worker/contract/counts.ts";
import { createClient } from "../../api/query-client.ts";
import { fakeApiAt, success } from "../../testing/fake-api.ts";
import { showPages } from "../../testing/page.tsx";
import { showRealTexts } from "../../testing/real-texts.ts";
import SiteFooter from "../navigation/site-footer.tsx";
import { CategoryGrid } from "./category-grid.tsx";
import { MarketplaceStats } from "./marketplace-stats.tsx";

const queryClient = createClient();

function show(counts?: Partial<Counts>) {
  const none: Counts = { live: 0, bidders: 0, sold: 0, currency: "USD", categories: {} };
  const sent = fakeApiAt(counts ? { "/counts": success({ counts: { ...none, ...counts } }) } : {});
  const parts = (
    <>
      <CategoryGrid />
      <MarketplaceStats />
      <SiteFooter />
    </>
  );
  showPages({ "*": parts }, "/", queryClient);
  return sent;
}

describe("the landing page with samples", () => {
  it("the landing page marks sample numbers as samples and fetches no counts", () => {
    const sent = show();
    for (const text of [
      "1000+",
      "25000+",
      "₹2.5Cr+",
      "2.5k+ items",
      "670+ items",
      "© 2025 Lotline. All rights reserved.",
    ]) {
      const figure = screen.getByText(text, { exact: false, ignore: "script, style" });
      expect(figure.closest("section, footer")).toHaveTextContent(/Sample (?:figures|year)/);
    }
    expect(sent).toEqual([]);
  });
});

describe("the landing page without samples", () => {
  it("the landing page shows real counts and the current year", async () => {
    showRealTexts();
    show({ live: 60, bidders: 1_200, sold: 31_000, categories: { antiques: 7 } });
    expect(await screen.findByText("60")).toBeVisible();
    for (const text of [
      "1,200+",
      "$31,000+",
      "7 live",
      `© ${new Date().getFullYear()} Lotline. All rights reserved.`,
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(document.body).not.toHaveTextContent(/Sample|2\.5|k\+|Happy/);
  });

  it("the landing page hides every number that would be zero", async () => {
    showRealTexts();
    const sent = show({});
    await waitFor(() => expect(sent).not.toEqual([]));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole("region", { name: "Figures" })).toBeNull();
    expect(document.body).not.toHaveTextContent(/\b0\b/);
  });
});
