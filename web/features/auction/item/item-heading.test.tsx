import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Seller } from "../../../../worker/contract/seller.ts";
import { createClient } from "../../../api/query-client.ts";
import { person, view } from "../../../testing/auctions.ts";
import { fakeApiAt, success } from "../../../testing/fake-api.ts";
import { showPages } from "../../../testing/page.tsx";
import { showRealTexts } from "../../../testing/real-texts.ts";
import { ClosingNote } from "../closing-note.tsx";
import type { ViewerStanding, Stage } from "../standing.ts";
import { ItemHeading } from "./item-heading.tsx";
import { SamplePerks } from "./sample-perks.tsx";

function show(part: React.ReactNode) {
  showPages({ "*": part }, "/", createClient());
}

function serveSeller(facts: Pick<Seller, "sold"> & Partial<Seller>): void {
  const rated = { count: 3, average: 4.7 };
  const seller = { ...person("sue"), memberSince: "2025-11", live: 1, upcoming: 0, rated, ...facts };
  fakeApiAt({ "/seller/sue": success({ seller }) });
}

describe("beside the seller's name", () => {
  it("the average rating appears beside the seller's name on a site without samples", async () => {
    showRealTexts();
    serveSeller({ sold: 12 });
    show(<ItemHeading auction={view().auction} actions={null} />);
    expect(await screen.findByText("4.7 of 5 stars, 3 ratings")).toBeInTheDocument();
    expect(screen.getByText("★")).toBeVisible();
  });

  it("no average appears beside the name of a seller without ratings", async () => {
    showRealTexts();
    serveSeller({ sold: 12, rated: { count: 0, average: null } });
    show(<ItemHeading auction={view().auction} actions={null} />);
    expect(await screen.findByText(/12 sold/)).toBeVisible();
    expect(screen.queryByText("★")).toBeNull();
  });
});

describe("the real facts under the seller's name", () => {
  it.each([
    [12, "12 sold · member since 2025"],
    [1, "1 sold · member since 2025"],
    [0, "Member since 2025"],
  ])("with %i sold, a seller's record reads: %s", async (sold, text) => {
    serveSeller({ sold });
    show(<ItemHeading auction={view().auction} actions={null} />);
    const heading = screen.getByRole("heading").parentElement;
    expect(await screen.findByText(text)).toBeVisible();
    expect(heading).not.toHaveTextContent(/reviews|stars/);
  });
});

describe("the sample rating and perks", () => {
  const REGION = { name: "Sample rating and perks" };

  it("the sample block is marked as a sample and links to an explanation", () => {
    show(<SamplePerks isOver={false} />);
    const block = screen.getByRole("region", REGION);
    for (const text of ["211 reviews", "Free Return", "Fast and Secure Shipping", "Trending Auction - High Demand!"]) {
      expect(block).toContainElement(screen.getByText(text));
    }
    expect(screen.getByRole("link", REGION)).toHaveAttribute("href", "/help#samples");
  });

  it("the sample block doesn't say “Trending” once the auction is over", () => {
    show(<SamplePerks isOver />);
    expect(screen.getByRole("region", REGION)).not.toHaveTextContent("Trending");
  });

  it("a site without samples shows no sample block", () => {
    showRealTexts();
    show(<SamplePerks isOver={false} />);
    expect(screen.queryByText(/Sample|reviews|Return/)).toBeNull();
  });
});

describe("the closing-soon notice", () => {
  const TEXT = "Auction Closing soon - Place your Bid!";
  const endsAt = Date.now() + 3_600_000;
  const notice = (standing: ViewerStanding, stage: Stage = "live") =>
    show(<ClosingNote standing={standing} stage={stage} endsAt={endsAt} />);

  it.each(["visitor", "watching", "outbid"] as const)(
    "the closing-soon notice is an alert for a viewer whose standing is %s",
    (standing) => {
      notice(standing);
      expect(screen.getByRole("alert")).toHaveTextContent(TEXT);
    },
  );

  it.each(["seller", "leading"] as const)(
    "the closing-soon notice is plain text for a viewer whose standing is %s",
    (standing) => {
      notice(standing);
      expect(screen.getByText(TEXT)).toBeVisible();
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  it("the closing-soon notice disappears once the auction is over", () => {
    notice("visitor", "expired");
    expect(screen.queryByText(TEXT)).toBeNull();
  });
});
