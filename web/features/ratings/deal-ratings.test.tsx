import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { DELETED_NAME } from "../../../worker/contract/people.ts";
import type { DealRating, DealRatingPair } from "../../../worker/contract/rating.ts";
import { dealQuery } from "../../api/deal.ts";
import { deal } from "../../testing/deals.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { DealRatings } from "./deal-ratings.tsx";

const RATE_UNTIL = new Date(2031, 1, 1, 14).toISOString();
const at = "2030-12-03T12:00:00.000Z";
const NONE: DealRatingPair = {
  rateUntil: RATE_UNTIL,
  mayRate: true,
  shown: false,
  own: null,
  otherHasRated: false,
  other: null,
};
const GOOD: DealRating = { _id: "own", stars: 5, text: "Well packed.", ratedAt: at, reply: null };
const FAIR: DealRating = { _id: "other", stars: 4, text: "Paid at once.", ratedAt: at, reply: null };
const BOTH: DealRatingPair = { ...NONE, mayRate: false, shown: true, own: GOOD, otherHasRated: true, other: FAIR };

const doneDeal = (ratings: DealRatingPair) => deal("buyer", "done", null, { steps: [], ratings });
const dealResponseWith = (ratings: DealRatingPair) => success({ deal: doneDeal(ratings), serverTime: 0 });

function show(ratings: DealRatingPair, responses: Parameters<typeof fakeApiAt>[0] = {}) {
  const sent = fakeApiAt({
    "/deals/deal/rating": dealResponseWith(ratings),
    "/deals/deal/rating/reply": dealResponseWith(ratings),
    ...responses,
  });
  showPart(<DealRatings deal={doneDeal(ratings)} ratings={ratings} />);
  return sent;
}
const postsIn = (sent: ReturnType<typeof show>) => sent.filter(({ method }) => method === "POST");
const clickButton = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

it("the user rates by keyboard with stars and text, and sees the deadline", async () => {
  const sent = show(NONE);
  expect(screen.getByText(/^You can rate until Feb 1, 2031, 2:00 PM\. Your ratings/)).toBeVisible();
  await clickButton("Rate Sue");
  expect(await screen.findByText("Choose 1 to 5 stars")).toBeVisible();
  expect(postsIn(sent)).toEqual([]);
  const stars = within(screen.getByRole("group", { name: "How did it go with Sue?" })).getAllByRole("radio");
  expect(stars.map((radio) => radio.closest("label")?.textContent)).toEqual([
    "1 star",
    "2 stars",
    "3 stars",
    "4 stars",
    "5 stars",
  ]);
  await userEvent.click(screen.getByRole("radio", { name: "3 stars" }));
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await userEvent.type(screen.getByLabelText("What went well, or didn't?"), "Quick.");
  await clickButton("Rate Sue");
  await waitFor(() => expect(postsIn(sent)).toMatchObject([{ body: { stars: 4, text: "Quick." } }]));
  await waitFor(() => expect(screen.getByRole("heading", { level: 2 })).toHaveFocus());
});

it("a refused rating keeps its stars and text", async () => {
  show(NONE, { "/deals/deal/rating": refusal(409, "rating_too_late", "That time is over.") });
  await userEvent.click(screen.getByRole("radio", { name: "1 star" }));
  await userEvent.type(screen.getByLabelText("What went well, or didn't?"), "Broken.");
  await clickButton("Rate Sue");
  expect(await screen.findByText("That time is over.")).toBeVisible();
  expect(screen.getByRole("radio", { name: "1 star" })).toBeChecked();
  expect(screen.getByLabelText("What went well, or didn't?")).toHaveValue("Broken.");
});

/** Shows a page that fetches `before` first, and `after` from then on. */
async function showFetched(before: DealRatingPair, after: DealRatingPair, responses: Parameters<typeof fakeApiAt>[0]) {
  const remaining = [before];
  fakeApiAt({ "/deals/deal": () => dealResponseWith(remaining.shift() ?? after)(), ...responses });
  showPart(<FetchedRatings />);
  await screen.findByRole("textbox");
}
function FetchedRatings() {
  const { data } = useQuery(dealQuery("deal"));
  return data?.ratings ? <DealRatings deal={data} ratings={data.ratings} /> : null;
}

it("the page shows a rating given in another tab and the text that wasn't saved", async () => {
  await showFetched(
    NONE,
    { ...NONE, mayRate: false, own: GOOD },
    { "/deals/deal/rating": refusal(409, "rated", "You've already rated this deal") },
  );
  await userEvent.click(screen.getByRole("radio", { name: "1 star" }));
  await userEvent.type(screen.getByRole("textbox"), "Broken.");
  await clickButton("Rate Sue");
  expect(await screen.findByText("Well packed.")).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "You've already rated this deal. We kept the first one.Your new text wasn't saved: Broken.",
  );
  expect(screen.getByRole("heading", { level: 2 })).toHaveFocus();
});

it("the page shows a reply sent in another tab and the text that wasn't saved", async () => {
  await showFetched(
    BOTH,
    { ...BOTH, other: { ...FAIR, reply: { text: "Thank you!", repliedAt: at } } },
    { "/deals/deal/rating/reply": refusal(409, "rating_replied", "You've already replied to this rating") },
  );
  await userEvent.type(screen.getByRole("textbox"), "Any time.");
  await clickButton("Send reply");
  expect(await screen.findByText("Thank you!")).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(await screen.findByRole("alert")).toHaveTextContent("Your new text wasn't saved: Any time.");
});

it.each<[string, Partial<DealRatingPair>, RegExp]>([
  ["that the other side has rated", { otherHasRated: true }, /^Sue has rated you\. Rate Sue by Feb 1, 2031, 2:00 PM,/],
  ["who sees your own rating, and when", { mayRate: false, own: GOOD }, /rated you too, or on Feb 1, 2031, 2:00 PM/],
  ["that both have rated", BOTH, /^You've rated each other/],
  ["that a rating is hidden", { ...BOTH, other: null }, /^Our team has hidden Sue's rating/],
  ["that the other side didn't rate", { ...BOTH, otherHasRated: false, other: null }, /^Sue didn't rate you/],
  ["that you didn't rate", { ...BOTH, own: null }, /^You didn't rate Sue/],
])("the page says %s", (_, ratings, text) => {
  show({ ...NONE, ...ratings });
  expect(screen.getByText(text)).toBeVisible();
});

it("the page shows no ratings section if neither side rated in time", () => {
  show({ ...NONE, mayRate: false, shown: true });
  expect(screen.queryByRole("region")).toBeNull();
});

it("the page shows both ratings and replies, and why some are hidden from others", () => {
  show({
    ...BOTH,
    own: { ...GOOD, hidden: { reason: "A number" }, reply: { text: "Thank you!", repliedAt: at } },
    other: { ...FAIR, reply: { text: "You too.", repliedAt: at, hidden: { reason: "Rude" } } },
  });
  for (const text of ["5 of 5 stars", "Well packed.", "4 of 5 stars", "Paid at once.", "Thank you!", "You too."]) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  expect(screen.getByText("Our team has hidden this rating. Reason: A number")).toBeVisible();
  expect(screen.getByText("Our team has hidden this reply. Reason: Rude")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send reply" })).toBeNull();
});

it("an empty reply isn't sent, and a refused reply keeps its text", async () => {
  const sent = show(BOTH, { "/deals/deal/rating/reply": refusal(503, "busy", "We're busy. Try again.") });
  await clickButton("Send reply");
  expect(await screen.findByText("Write your reply")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Your reply to Sue"), "Any time.");
  await clickButton("Send reply");
  expect(await screen.findByText("We're busy. Try again.")).toBeVisible();
  expect(screen.getByLabelText("Your reply to Sue")).toHaveValue("Any time.");
  expect(postsIn(sent)).toMatchObject([{ body: { text: "Any time." } }]);
});

it("the user reports the other side's rating with a reason", async () => {
  const sent = show(BOTH, { "/rating/other/report": success() });
  await clickButton("Report: Sue's rating");
  const dialog = within(await screen.findByRole("dialog", { name: "Report this rating" }));
  await userEvent.click(dialog.getByRole("radio", { name: "It isn't true" }));
  await userEvent.click(dialog.getByRole("button", { name: "Send report" }));
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ path: "/api/v1/rating/other/report", body: { reason: "untrue", text: "" } }),
  );
});

it("the page doesn't ask to rate a user who has deleted their account", () => {
  const other = { _id: "gone", ...DELETED_NAME };
  const ratings = { ...NONE, shown: true, otherHasRated: true, other: FAIR };
  showPart(<DealRatings deal={{ ...doneDeal(ratings), other }} ratings={ratings} />);
  expect(screen.getByRole("heading", { level: 3, name: "Deleted user's rating" })).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});
