/** T13 and T17: text with markup, scripts or SQL, in every field that a user can write. */
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";

import { profileChangedResponse } from "../../../worker/contract/account.ts";
import { savedAuctionResponse } from "../../../worker/contract/auction.ts";
import { categoriesResponse } from "../../../worker/contract/category.ts";
import { instructionsResponse } from "../../../worker/contract/deal.ts";
import { questionResponse } from "../../../worker/contract/question.ts";
import { fetchIds } from "../../../worker/testing/auction-lists.ts";
import { anAddress, newId } from "../../../worker/testing/builders.ts";
import { aDoneSale, aSale, dealOf, type Sale, takeStep } from "../../../worker/testing/deals.ts";
import { requestJson, expectRefusal, ORIGIN, request, someoneSignedIn } from "../../../worker/testing/http.ts";
import { aListing, detailsOf, listingFields } from "../../../worker/testing/selling.ts";
import { MARKUP, STATEMENTS, INVISIBLE } from "../hostile/texts.ts";

/** Checks the text that both sides of a deal write, which the seller sees as `shown`. */
async function expectInDeal(text: string, shown: string): Promise<Sale> {
  const sale = await aSale();
  const { dealId, buyer, seller } = sale;
  const address = { ...anAddress(), name: text, line1: text, city: text };
  await takeStep(dealId, buyer, "delivery", { delivery: "address", address, note: text });
  const instructions = { method: "PUT", cookie: seller.cookie, json: { instructions: text } };
  await requestJson(instructionsResponse, "/user/payment-instructions", instructions);
  const deal = await dealOf(dealId, seller);
  expect(deal.address).toMatchObject({ name: shown, line1: shown, city: shown });
  expect([deal.instructions, deal.events.at(-1)?.note]).toEqual([shown, shown]);
  return sale;
}

it.each(MARKUP)("T13: %s stays text in every field", async (text) => {
  const details = { location: text };
  const { id, seller } = await aListing({ title: text, description: text, details: JSON.stringify(details) });
  const name = { firstName: text, lastName: text };
  await requestJson(profileChangedResponse, "/user/profile", { method: "PATCH", cookie: seller.cookie, form: name });
  expect(await detailsOf(id)).toMatchObject({
    title: text,
    description: text,
    seller: name,
    terms: { details },
  });
  const response = await request(`/auction/fetchSpecificAuction?auctionId=${id}`);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const { cookie } = await someoneSignedIn();
  const question = { method: "POST", cookie, json: { text } };
  expect((await requestJson(questionResponse, `/auction/${id}/questions`, question)).question.text).toBe(text);
  const sale = await expectInDeal(text, text);
  await takeStep(sale.dealId, sale.seller, "paid");
  await takeStep(sale.dealId, sale.seller, "sent");
  await takeStep(sale.dealId, sale.buyer, "received");
  expect((await takeStep(sale.dealId, sale.buyer, "rating", { stars: 1, text })).ratings?.own?.text).toBe(text);
  await takeStep(sale.dealId, sale.seller, "rating", { stars: 1 });
  expect((await takeStep(sale.dealId, sale.seller, "rating/reply", { text })).ratings?.other?.reply?.text).toBe(text);
  const page = await (await exports.default.fetch(`${ORIGIN}/auction/${id}`)).text();
  for (const opening of ["<script>alert", "<img src=x", "<svg onload"]) expect(page).not.toContain(opening);
});

it("T13: the server stores no deceptive characters in any text", async () => {
  const { cookie } = await someoneSignedIn();
  const text = INVISIBLE.join(" and ");
  // A form itself replaces a lone surrogate.
  const inForm = INVISIBLE.filter((character) => character.isWellFormed()).join("");
  const details = JSON.stringify({ location: `Oslo ${text} city` });
  const form = listingFields({ title: `Clock ${inForm} fine`, details });
  const { auction } = await requestJson(savedAuctionResponse, "/auction/createAuction", {
    method: "POST",
    cookie,
    form,
  });
  const names = { firstName: `Jane ${inForm} x`, lastName: `Doe ${inForm} x` };
  const changed = await requestJson(profileChangedResponse, "/user/profile", { method: "PATCH", cookie, form: names });
  const stored: unknown[] = [await detailsOf(auction._id), changed.user];
  const json = { name: newId(), description: `Lamps ${text} and more` };
  expect((await request("/auction/createCategory", { method: "POST", cookie, json })).status).toBe(201);
  const questionCall = {
    method: "POST",
    cookie: (await someoneSignedIn()).cookie,
    json: { text: `Lamps ${text} and more?` },
  };
  stored.push(
    (await requestJson(questionResponse, `/auction/${(await aListing()).id}/questions`, questionCall)).question,
  );
  const { dealId, buyer } = await aSale();
  const address = { ...anAddress(), name: `Lamps ${text} and more` };
  stored.push(
    await takeStep(dealId, buyer, "delivery", { delivery: "address", address, note: `Lamps ${text} and more` }),
  );
  const doneSale = await aDoneSale();
  stored.push(
    (await takeStep(doneSale.dealId, doneSale.buyer, "rating", { stars: 5, text: `Lamps ${text} and more` })).ratings
      ?.own,
  );
  const { categories } = await requestJson(categoriesResponse, "/auction/getAllCategories");
  stored.push(categories.find(({ name }) => name === json.name));
  for (const storedValue of stored) {
    expect(JSON.stringify(storedValue)).toMatch(/Clock|Jane|Lamps/);
    const found = INVISIBLE.filter((character) =>
      JSON.stringify(storedValue).includes(JSON.stringify(character).slice(1, -1)),
    );
    expect(found).toEqual([]);
  }
});

it.each(STATEMENTS)("T17: %s is always literal text", async (text) => {
  const usersBefore = await env.DB.prepare("SELECT count(*) AS count FROM users").first();
  const { id } = await aListing({ title: `${text} ${newId()}`, description: text });
  expect(await fetchIds({ search: text, status: "all", limit: 100 })).toContain(id);
  expect(await fetchIds({ search: `zebrafish ${text}` })).toEqual([]);
  const encodedText = encodeURIComponent(text);
  for (const query of [
    `category=${encodedText}`,
    `cursor=${encodedText}`,
    `sort=${encodedText}`,
    `status=${encodedText}`,
    `limit=${encodedText}`,
  ]) {
    await expectRefusal("invalid_input", 400, `/auction/fetchAllAuctions?${query}`);
  }
  await expectRefusal("invalid_input", 400, `/auction/fetchSpecificAuction?auctionId=${encodedText}`);
  const eventsBefore = await env.DB.prepare("SELECT count(*) AS count FROM deal_events").first<{ count: number }>();
  await expectInDeal(text, text.trim());
  // The two events in the new deal: it was opened, and its buyer gave an address.
  const eventsAfter = await env.DB.prepare("SELECT count(*) AS count FROM deal_events").first<{ count: number }>();
  expect(eventsAfter?.count).toBe(Number(eventsBefore?.count) + 2);
  const { cookie } = await someoneSignedIn();
  const json = { name: `${text} ${newId()}`.slice(-40).trim(), description: text };
  expect((await request("/auction/createCategory", { method: "POST", cookie, json })).status).toBe(201);
  const { categories } = await requestJson(categoriesResponse, "/auction/getAllCategories");
  expect(categories.find(({ name }) => name === json.name)).toMatchObject({ description: text });
  const usersAfter = await env.DB.prepare("SELECT count(*) AS count FROM users").first<{ count: number }>();
  const form = { firstName: text, lastName: text };
  expect(
    (await requestJson(profileChangedResponse, "/user/profile", { method: "PATCH", cookie, form })).user,
  ).toMatchObject(form);
  expect(await env.DB.prepare("SELECT count(*) AS count FROM users WHERE first_name = ?").bind(text).first()).toEqual({
    count: 1,
  });
  // The two sellers, the buyer, and the creator of the category.
  expect(usersAfter?.count).toBe(Number(usersBefore?.["count"]) + 4);
});
