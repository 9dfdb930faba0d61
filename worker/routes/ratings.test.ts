/** Ratings of a finished deal: giving them, reading them, replying to them, and moderating them. */
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { dealCountsResponse, dealsResponse } from "../contract/deal.ts";
import { doneResponse } from "../contract/fields.ts";
import { ratingsResponse } from "../contract/rating.ts";
import { sellerResponse } from "../contract/seller.ts";
import { openDatabase } from "../db/database.ts";
import { RECEIPT_MS } from "../rules/deal.ts";
import { RATING_MS } from "../rules/ratings.ts";
import { sweepDeals } from "../sweep/sweep-deals.ts";
import { failingDatabase, inboxesWith, requestWith } from "../testing/bindings.ts";
import { DAY_MS } from "../testing/builders.ts";
import { insertAuction } from "../testing/catalogue.ts";
import {
  aDoneSale,
  aSale,
  signInAgain,
  dealOf,
  runLater,
  postCall,
  type Sale,
  takeStep,
  sweepNow,
} from "../testing/deals.ts";
import { deleteAccount } from "../testing/deletions.ts";
import {
  type SignedIn,
  anAdmin,
  fetchPages,
  requestJson,
  expectRefusal,
  request,
  type Someone,
  someoneSignedIn,
} from "../testing/http.ts";
import { actionsOn, fetchModeration, takeAction } from "../testing/moderation.ts";
import { notificationsOf } from "../testing/notifications.ts";
import { exportOf } from "../testing/passwords.ts";

const GOOD_RATING = { stars: 5, text: "Well packed, and quick." };
const FAIR_RATING = { stars: 4, text: "Paid at once." };
const TITLE = "A Regency mahogany bureau";

const messagesOf = async (person: SignedIn) => (await notificationsOf(person)).map(({ message }) => message);
const publicRatingsOf = ({ id }: Pick<Someone, "id">) => requestJson(ratingsResponse, `/seller/${id}/ratings`);
const dealsToRateOf = async ({ cookie }: SignedIn) => ({
  deals: (await requestJson(dealsResponse, "/deals?view=toRate", { cookie })).deals,
  counts: (await requestJson(dealCountsResponse, "/deals/counts", { cookie })).counts,
});
const rate = ({ dealId }: Sale, by: Someone, rating: object) => takeStep(dealId, by, "rating", rating);
const reply = ({ dealId }: Sale, by: Someone, text: string) => takeStep(dealId, by, "rating/reply", { text });
const reportCall = (ratingId: string, { cookie }: SignedIn) =>
  [`/rating/${ratingId}/report`, postCall(cookie, { reason: "untrue", text: "It never came." })] as const;

/** Rated by both sides, so that both ratings are shown. */
async function aRatedSale() {
  const sale = await aDoneSale();
  await rate(sale, sale.buyer, GOOD_RATING);
  await rate(sale, sale.seller, FAIR_RATING);
  return { ...sale, ratingId: `${sale.dealId}-buyer` };
}

describe("ratings", () => {
  it("a rating is shown to its author at once, and to everyone after both rate", async () => {
    const sale = await aDoneSale();
    const { id, dealId, seller, buyer } = sale;
    const before = await dealOf(dealId, seller);
    expect(before.ratings).toEqual({
      rateUntil: new Date(Date.parse(before.changedAt) + RATING_MS).toISOString(),
      mayRate: true,
      shown: false,
      own: null,
      otherHasRated: false,
      other: null,
    });
    const rated = await rate(sale, buyer, { ...GOOD_RATING, text: "  Well packed,\u200b and quick.\r\n" });
    expect(rated.ratings).toMatchObject({
      mayRate: false,
      shown: false,
      own: { ...GOOD_RATING, reply: null },
      other: null,
    });
    const seen = await dealOf(dealId, seller);
    expect(seen.ratings).toMatchObject({ mayRate: true, shown: false, own: null, otherHasRated: true, other: null });
    expect(JSON.stringify(seen)).not.toContain("Well packed");
    expect(await publicRatingsOf(seller)).toMatchObject({ rated: { count: 0, average: null }, ratings: [] });

    expect((await rate(sale, seller, FAIR_RATING)).ratings).toMatchObject({
      shown: true,
      own: FAIR_RATING,
      other: GOOD_RATING,
    });
    expect((await dealOf(dealId, buyer)).ratings).toMatchObject({ shown: true, own: GOOD_RATING, other: FAIR_RATING });
    const rating = {
      ...GOOD_RATING,
      auction: { _id: id, title: TITLE },
      by: { _id: buyer.id, firstName: "Ann" },
      reply: null,
    };
    expect(await publicRatingsOf(seller)).toMatchObject({ rated: { count: 1, average: 5 }, ratings: [rating] });
    expect((await requestJson(sellerResponse, `/seller/${seller.id}`)).seller.rated).toEqual({ count: 1, average: 5 });
  });

  it("a one-sided rating is shown after 60 days, even if the sweep hasn't run", async () => {
    const sale = await aDoneSale();
    await rate(sale, sale.buyer, { stars: 2 });
    await runLater(RATING_MS - DAY_MS, async () => {
      expect((await publicRatingsOf(sale.seller)).ratings).toEqual([]);
      const { ratings } = await dealOf(sale.dealId, await signInAgain(sale.seller));
      expect(ratings).toMatchObject({ mayRate: true, other: null });
    });
    await runLater(RATING_MS + DAY_MS, async () => {
      expect(await publicRatingsOf(sale.seller)).toMatchObject({
        rated: { count: 1, average: 2 },
        ratings: [{ stars: 2, text: "" }],
      });
      const seller = await signInAgain(sale.seller);
      expect((await dealOf(sale.dealId, seller)).ratings).toMatchObject({
        mayRate: false,
        shown: true,
        other: { stars: 2 },
      });
      const { message } = await expectRefusal(
        "rating_too_late",
        409,
        `/deals/${sale.dealId}/rating`,
        postCall(seller.cookie, FAIR_RATING),
      );
      expect(message).toBe("It's too late to rate this deal. Ratings close after 60 days.");
      expect((await reply(sale, seller, "Sorry!")).ratings?.other?.reply).toMatchObject({ text: "Sorry!" });
    });
  });

  it("a side can rate once, so a retry changes nothing and another rating is refused", async () => {
    const sale = await aDoneSale();
    const first = await rate(sale, sale.buyer, GOOD_RATING);
    expect((await rate(sale, sale.buyer, GOOD_RATING)).ratings).toEqual(first.ratings);
    const path = `/deals/${sale.dealId}/rating`;
    for (const other of [{ ...GOOD_RATING, stars: 1 }, { stars: 5 }]) {
      await expectRefusal("rated", 409, path, postCall(sale.buyer.cookie, other));
    }
    expect((await dealOf(sale.dealId, sale.buyer)).ratings).toEqual(first.ratings);
  });

  it("two concurrent ratings, each sent twice, are stored once per side and shown", async () => {
    const sale = await aDoneSale();
    const ratings = [sale.buyer, sale.seller, sale.buyer, sale.seller].map((by) => rate(sale, by, GOOD_RATING));
    await Promise.all(ratings);
    for (const side of [sale.buyer, sale.seller]) {
      expect((await dealOf(sale.dealId, side)).ratings).toMatchObject({
        shown: true,
        own: GOOD_RATING,
        other: GOOD_RATING,
      });
    }
    const { results } = await env.DB.prepare("SELECT shown_at FROM ratings WHERE deal_id = ?").bind(sale.dealId).all();
    expect(results).toHaveLength(2);
    expect(await publicRatingsOf(sale.seller)).toMatchObject({ rated: { count: 1 } });
  });

  it("a rating without 1 to 5 whole stars or with overlong text is rejected", async () => {
    const { dealId, buyer } = await aDoneSale();
    for (const [rating, fields] of [
      [{ stars: 0 }, { stars: ["Choose 1 to 5 stars"] }],
      [{ stars: 6 }, { stars: ["Choose 1 to 5 stars"] }],
      [{ stars: 4.5 }, { stars: ["Choose 1 to 5 stars"] }],
      [{ text: "Good" }, { stars: ["Choose 1 to 5 stars"] }],
      [{ stars: 5, text: "x".repeat(1_001) }, { text: ["Use at most 1,000 characters"] }],
    ] as const) {
      const ratingCall = postCall(buyer.cookie, rating);
      const refusal = await expectRefusal("invalid_input", 400, `/deals/${dealId}/rating`, ratingCall);
      expect(refusal.fields).toEqual(fields);
    }
    expect((await dealOf(dealId, buyer)).ratings).toMatchObject({ own: null });
  });

  it("each side's list shows a deal to rate until it is rated", async () => {
    const sale = await aDoneSale();
    const rateUntil = (await dealOf(sale.dealId, sale.buyer)).ratings?.rateUntil;
    const dealsToRate = [{ _id: sale.dealId, needsMe: false, rateUntil }];
    for (const side of [sale.buyer, sale.seller]) {
      expect(await dealsToRateOf(side)).toMatchObject({ deals: dealsToRate, counts: { needsMe: 0, toRate: 1 } });
    }
    await rate(sale, sale.buyer, GOOD_RATING);
    expect(await dealsToRateOf(sale.buyer)).toMatchObject({ deals: [], counts: { toRate: 0 } });
    const { deals } = await requestJson(dealsResponse, "/deals?view=buying", { cookie: sale.buyer.cookie });
    expect(deals).toMatchObject([{ _id: sale.dealId, rateUntil: null }]);
    await runLater(RATING_MS - DAY_MS, async () =>
      expect(await dealsToRateOf(await signInAgain(sale.seller))).toMatchObject({
        deals: dealsToRate,
        counts: { toRate: 1 },
      }),
    );
    await runLater(RATING_MS + DAY_MS, async () =>
      expect(await dealsToRateOf(await signInAgain(sale.seller))).toMatchObject({ deals: [], counts: { toRate: 0 } }),
    );
  });

  it("a deal past its deadline can be rated before the deadline is recorded", async () => {
    const { dealId, seller, buyer } = await aSale();
    await takeStep(dealId, buyer, "delivery", { delivery: "pickUp" });
    await takeStep(dealId, seller, "paid");
    await takeStep(dealId, seller, "handed-over");
    expect(await dealsToRateOf(buyer)).toMatchObject({ deals: [], counts: { toRate: 0 } });
    await runLater(RECEIPT_MS + DAY_MS, async () => {
      const ann = await signInAgain(buyer);
      const rateUntil = (await dealOf(dealId, ann)).ratings?.rateUntil;
      expect(await dealsToRateOf(ann)).toMatchObject({ deals: [{ _id: dealId, rateUntil }], counts: { toRate: 1 } });
    });
  });

  it("a deal with someone who has deleted their account can't be rated", async () => {
    const sale = await aDoneSale();
    await deleteAccount(sale.seller);
    expect(await dealsToRateOf(sale.buyer)).toMatchObject({ deals: [], counts: { toRate: 0 } });
  });

  it("a deal can be rated only once it is done", async () => {
    const { dealId, buyer } = await aSale();
    const path = `/deals/${dealId}/rating`;
    const { details } = await expectRefusal("deal_not_done", 409, path, postCall(buyer.cookie, GOOD_RATING));
    expect(details).toEqual({ state: "open" });
    expect((await dealOf(dealId, buyer)).ratings).toBeNull();
  });

  it("a rating from someone just suspended is refused despite a fresh token", async () => {
    const sale = await aDoneSale();
    await env.DB.prepare("UPDATE users SET suspended_at = 1 WHERE id = ?").bind(sale.buyer.id).run();
    await expectRefusal("not_signed_in", 401, `/deals/${sale.dealId}/rating`, postCall(sale.buyer.cookie, GOOD_RATING));
    expect((await dealOf(sale.dealId, sale.seller)).ratings).toMatchObject({ otherHasRated: false });
  });

  it("an anonymous bidder's rating doesn't identify the bidder", async () => {
    const sale = await aRatedSale();
    await env.DB.prepare("UPDATE users SET anonymous = 1 WHERE id = ?").bind(sale.buyer.id).run();
    const seen = await publicRatingsOf(sale.seller);
    expect(seen.ratings).toMatchObject([{ by: null, stars: 5 }]);
    expect(JSON.stringify(seen)).not.toContain(sale.buyer.id);
  });

  it("a hidden or voided listing's rating is shown only in the deal and doesn't count", async () => {
    const { id, dealId, seller, buyer } = await aRatedSale();
    await insertAuction({ sellerId: seller.id });
    for (const phase of ["hidden", "voided"]) {
      await env.DB.prepare("UPDATE auctions SET phase = ? WHERE id = ?").bind(phase, id).run();
      expect(await publicRatingsOf(seller)).toMatchObject({ rated: { count: 0, average: null }, ratings: [] });
      expect((await dealOf(dealId, buyer)).ratings).toMatchObject({ own: GOOD_RATING, other: FAIR_RATING });
    }
  });
});

describe("a seller's ratings", () => {
  it("a seller's ratings are listed in pages, newest first, with a rounded average", async () => {
    const { id, dealId, seller } = await aSale();
    await env.DB.prepare(
      `INSERT INTO ratings (id, deal_id, auction_id, side, rater_id, rated_id, stars, text, rated_at, shown_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 25)
       SELECT ?1 || '-' || n, ?1, ?2, iif(n > 23, 'seller', 'buyer'), 'x', ?3, iif(n < 8, 4, 5), '', n, n / 3 FROM n`,
    )
      .bind(dealId, id, seller.id)
      .run();
    const pages = await fetchPages(ratingsResponse, `/seller/${seller.id}/ratings`);
    for (const { rated } of pages) expect(rated).toEqual({ count: 23, average: 4.7 });
    const seen = pages.flatMap(({ ratings }) => ratings.map(({ _id }) => _id));
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
    expect(seen[0]).toBe(`${dealId}-23`);
    await expectRefusal("invalid_input", 400, `/seller/${seller.id}/ratings?cursor=x`);
  });

  it("ratings are listed only for sales, and only for people who sell", async () => {
    const { seller, buyer } = await aRatedSale();
    await expectRefusal("not_found", 404, `/seller/${buyer.id}/ratings`);
    expect((await publicRatingsOf(seller)).ratings).toHaveLength(1);
  });
});

describe("replies", () => {
  it("the rated person can reply once, as soon as the rating is shown", async () => {
    const sale = await aDoneSale();
    const { dealId, seller, buyer } = sale;
    const path = `/deals/${dealId}/rating/reply`;
    await expectRefusal("rating_not_found", 404, path, postCall(seller.cookie, { text: "Thanks" }));
    await rate(sale, buyer, GOOD_RATING);
    const { details } = await expectRefusal("rating_not_shown", 409, path, postCall(seller.cookie, { text: "Thanks" }));
    expect(details?.from).toBe(Date.parse((await dealOf(dealId, seller)).ratings?.rateUntil ?? ""));
    await rate(sale, seller, FAIR_RATING);
    const { fields } = await expectRefusal("invalid_input", 400, path, postCall(seller.cookie, { text: " " }));
    expect(fields).toEqual({ text: ["Write your reply"] });
    const replied = await reply(sale, seller, "Thanks");
    expect(replied.ratings?.other?.reply).toMatchObject({ text: "Thanks" });
    expect(await reply(sale, seller, "Thanks")).toMatchObject({ ratings: replied.ratings });
    await expectRefusal("rating_replied", 409, path, postCall(seller.cookie, { text: "More" }));
    expect((await dealOf(dealId, buyer)).ratings?.own?.reply).toMatchObject({ text: "Thanks" });
    expect((await publicRatingsOf(seller)).ratings).toMatchObject([{ reply: { text: "Thanks" } }]);
  });

  it("only one of two concurrent replies to a rating is accepted", async () => {
    const { dealId, seller } = await aRatedSale();
    const replies = ["Yes", "No"].map((text) =>
      request(`/deals/${dealId}/rating/reply`, postCall(seller.cookie, { text })),
    );
    expect(new Set((await Promise.all(replies)).map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe("rating notifications", () => {
  it("a rating, the reveal of both ratings and a reply each send a notification", async () => {
    const sale = await aDoneSale();
    const { seller, buyer } = sale;
    await rate(sale, buyer, GOOD_RATING);
    await vi.waitFor(async () => expect(await messagesOf(seller)).toContain(`The buyer rated you for "${TITLE}"`));
    await rate(sale, seller, FAIR_RATING);
    await vi.waitFor(async () =>
      expect(await messagesOf(buyer)).toContain(
        `The seller rated you too, so you can now see both ratings for "${TITLE}"`,
      ),
    );
    for (const [by, to, side] of [
      [seller, buyer, "seller"],
      [buyer, seller, "buyer"],
    ] as const) {
      await reply(sale, by, "Thanks");
      await vi.waitFor(async () =>
        expect(await messagesOf(to)).toContain(`The ${side} replied to your rating for "${TITLE}"`),
      );
    }
    expect((await messagesOf(seller)).join(" ")).not.toContain("packed");
  });

  it("the sweep delivers rating notifications that an inbox missed, for a day", async () => {
    const sale = await aDoneSale();
    const { dealId, seller, buyer } = sale;
    const INBOX = inboxesWith({ deliver: () => Promise.reject(new Error("the inbox is down")) });
    const sweepWith = (inboxes: Env["INBOX"], now: number) =>
      sweepDeals({ ...env, INBOX: inboxes }, openDatabase(env.DB), "~", now);
    const fetchDueTimes = async () =>
      env.DB.prepare("SELECT notice_due_at FROM ratings WHERE deal_id = ? ORDER BY id").bind(dealId).all();
    const envWithoutInboxes = { ...env, INBOX };
    expect(
      (await requestWith(envWithoutInboxes, `/deals/${dealId}/rating`, postCall(buyer.cookie, GOOD_RATING))).status,
    ).toBe(200);
    await sweepWith(INBOX, Date.now() + 120_000);
    expect((await fetchDueTimes()).results).toEqual([{ notice_due_at: expect.any(Number) }]);
    await sweepWith(env.INBOX, Date.now() + 120_000);
    expect((await fetchDueTimes()).results).toEqual([{ notice_due_at: null }]);
    expect(await messagesOf(seller)).toContain(`The buyer rated you for "${TITLE}"`);

    expect(
      (await requestWith(envWithoutInboxes, `/deals/${dealId}/rating`, postCall(seller.cookie, FAIR_RATING))).status,
    ).toBe(200);
    await sweepWith(env.INBOX, Date.now() + 2 * DAY_MS);
    expect((await fetchDueTimes()).results).toEqual([{ notice_due_at: null }, { notice_due_at: null }]);
    expect((await messagesOf(buyer)).join(" ")).not.toContain("rated you too");
  });

  it("a stored rating sends one notification, no matter which D1 call fails first", async () => {
    const sale = await aDoneSale();
    for (let nth = 1; nth <= 6; nth += 1) {
      const { database } = failingDatabase(nth, nth % 2 === 0);
      await requestWith(
        { ...env, DB: database },
        `/deals/${sale.dealId}/rating`,
        postCall(sale.buyer.cookie, GOOD_RATING),
      );
    }
    expect((await dealOf(sale.dealId, sale.buyer)).ratings).toMatchObject({ own: GOOD_RATING });
    await runLater(2 * 60_000, () => sweepNow());
    const notified = (await messagesOf(sale.seller)).filter((message) => message.includes("rated you"));
    expect(notified).toEqual([`The buyer rated you for "${TITLE}"`]);
  });
});

describe("moderating ratings", () => {
  const takeRatingAction = (ratingId: string, action: string, admin: SignedIn) =>
    takeAction(`ratings/${ratingId}/${action}`, admin);

  it("a rating can be reported once per person, and admins read and close reports", async () => {
    const { id, seller, buyer, ratingId } = await aRatedSale();
    const [rob, admin] = [await someoneSignedIn("Rob"), await anAdmin()];
    await requestJson(doneResponse, ...reportCall(ratingId, rob));
    const { message } = await expectRefusal("already_reported", 409, ...reportCall(ratingId, rob));
    expect(message).toBe("You've already reported this rating");
    await requestJson(doneResponse, ...reportCall(ratingId, seller));
    const reported = (await fetchModeration(admin)).reportedRatings.find(({ rating }) => rating._id === ratingId);
    expect(reported).toMatchObject({
      rating: {
        auction: { _id: id, title: TITLE },
        ...GOOD_RATING,
        by: { _id: buyer.id, firstName: "Ann" },
        of: { _id: seller.id, firstName: "Sue" },
        hidden: null,
        reply: null,
      },
      reports: [
        { reason: "untrue", text: "It never came.", by: { _id: rob.id } },
        { reason: "untrue", by: { _id: seller.id } },
      ],
    });
    await takeRatingAction(ratingId, "dismissRating", admin);
    expect((await fetchModeration(admin)).reportedRatings.map(({ rating }) => rating._id)).not.toContain(ratingId);
    const target = { _id: ratingId, name: TITLE };
    expect(await actionsOn(ratingId, admin)).toMatchObject([{ action: "dismissRating", target }]);
    expect((await publicRatingsOf(seller)).ratings).toHaveLength(1);
  });

  it("a person can't report a rating that they can't read", async () => {
    const sale = await aDoneSale();
    const eve = await someoneSignedIn("Eve");
    await rate(sale, sale.buyer, GOOD_RATING);
    const [buyersRatingId, sellersRatingId] = [`${sale.dealId}-buyer`, `${sale.dealId}-seller`];
    for (const person of [eve, sale.seller])
      await expectRefusal("rating_not_found", 404, ...reportCall(buyersRatingId, person));
    await rate(sale, sale.seller, FAIR_RATING);
    // What sellers say about buyers stays between the two.
    await expectRefusal("rating_not_found", 404, ...reportCall(sellersRatingId, eve));
    await requestJson(doneResponse, ...reportCall(sellersRatingId, sale.buyer));
    await requestJson(doneResponse, ...reportCall(buyersRatingId, eve));
  });

  it("a hidden rating is shown only to its author and doesn't count", async () => {
    const sale = await aRatedSale();
    const { dealId, seller, buyer, ratingId } = sale;
    const admin = await anAdmin();
    await requestJson(doneResponse, ...reportCall(ratingId, seller));
    await takeRatingAction(ratingId, "hideRating", admin);
    expect(await publicRatingsOf(seller)).toMatchObject({ rated: { count: 0, average: null }, ratings: [] });
    expect((await dealOf(dealId, seller)).ratings).toMatchObject({ shown: true, otherHasRated: true, other: null });
    const hidden = { reason: "For a test" };
    expect((await dealOf(dealId, buyer)).ratings).toMatchObject({ own: { ...GOOD_RATING, hidden } });
    await expectRefusal("rating_hidden", 409, `/deals/${dealId}/rating/reply`, postCall(seller.cookie, { text: "No" }));
    await expectRefusal("rating_not_found", 404, ...reportCall(ratingId, await someoneSignedIn()));
    const { reportedRatings, hiddenRatings } = await fetchModeration(admin);
    expect(reportedRatings.map(({ rating }) => rating._id)).not.toContain(ratingId);
    expect(hiddenRatings.find(({ _id }) => _id === ratingId)).toMatchObject({ hidden, reply: null });
    await takeRatingAction(ratingId, "showRating", admin);
    expect(await publicRatingsOf(seller)).toMatchObject({ rated: { count: 1, average: 5 } });
    expect((await actionsOn(ratingId, admin)).map(({ action }) => action)).toEqual(["showRating", "hideRating"]);
  });

  it("a hidden reply is shown only to its writer, and the rating stays", async () => {
    const sale = await aRatedSale();
    const { dealId, seller, buyer, ratingId } = sale;
    await reply(sale, seller, "Call me.");
    const admin = await anAdmin();
    await takeRatingAction(ratingId, "hideReply", admin);
    expect((await publicRatingsOf(seller)).ratings).toMatchObject([{ ...GOOD_RATING, reply: null }]);
    expect((await dealOf(dealId, buyer)).ratings).toMatchObject({ own: { ...GOOD_RATING, reply: null } });
    const hidden = { reason: "For a test" };
    expect((await dealOf(dealId, seller)).ratings?.other?.reply).toMatchObject({ text: "Call me.", hidden });
    await takeRatingAction(ratingId, "showReply", admin);
    expect((await publicRatingsOf(seller)).ratings).toMatchObject([{ reply: { text: "Call me." } }]);
  });
});

describe("a person's ratings", () => {
  it("a person's export has the ratings that they are allowed to see", async () => {
    const sale = await aRatedSale();
    await reply(sale, sale.seller, "Thanks");
    const saleWithHiddenRating = await aDoneSale();
    await env.DB.prepare("UPDATE deals SET seller_id = ? WHERE id = ?")
      .bind(sale.seller.id, saleWithHiddenRating.dealId)
      .run();
    await rate(saleWithHiddenRating, saleWithHiddenRating.buyer, { stars: 1, text: "Not for your eyes yet" });
    await requestJson(doneResponse, ...reportCall(sale.ratingId, sale.seller));
    const data = await exportOf(sale.seller);
    expect(data.ratingsGiven).toMatchObject([{ ...FAIR_RATING, title: TITLE, reply: null }]);
    expect(data.ratingsReceived).toMatchObject([{ ...GOOD_RATING, title: TITLE, reply: "Thanks" }]);
    expect(data.ratingReports).toMatchObject([{ ratingId: sale.ratingId, reason: "untrue" }]);
  });

  it("deleting an account deletes the text of its ratings, but keeps their stars", async () => {
    const sale = await aRatedSale();
    const { dealId, seller, buyer } = sale;
    await reply(sale, seller, "Thanks");
    await reply(sale, buyer, "Likewise");
    await deleteAccount(buyer);
    expect(await publicRatingsOf(seller)).toMatchObject({
      rated: { count: 1, average: 5 },
      // No name, because they may have bid anonymously.
      ratings: [{ stars: 5, text: "", by: null, reply: { text: "Thanks" } }],
    });
    expect((await dealOf(dealId, seller)).ratings).toMatchObject({
      own: { ...FAIR_RATING, reply: null },
      other: { text: "" },
    });
  });
});
