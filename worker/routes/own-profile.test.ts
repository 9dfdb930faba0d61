import { expect, it, vi } from "vitest";

import { profileResponse, profileChangedResponse } from "../contract/account.ts";
import { auctionsResponse } from "../contract/catalogue.ts";
import { aCookieFor, anAdmin, requestJson, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aFile, aPng } from "../testing/images.ts";
import { takeAction } from "../testing/moderation.ts";
import { aListing, bid, detailsOf } from "../testing/selling.ts";

const PATH = "/user/profile";
const NAME = { firstName: "Joanna", lastName: "Roe" };

const changeCall = (cookie: string, form: Record<string, string | File>) => ({ method: "PATCH", cookie, form });
const changeProfile = async (cookie: string, form: Record<string, string | File>) =>
  (await requestJson(profileChangedResponse, PATH, changeCall(cookie, form))).user;

it("changing your name changes it in the account, in lists and in rooms", async () => {
  const { id, seller } = await aListing();
  const bidder = await someoneSignedIn();
  await bid(id, 100, bidder.cookie);
  // From here on, this isolate has the list in memory.
  const fetchAuctions = () => requestJson(auctionsResponse, "/auction/fetchAllAuctions?search=regency&limit=100");
  await fetchAuctions();
  expect(await changeProfile(seller.cookie, NAME)).toMatchObject({ ...NAME, name: "Joanna Roe" });
  expect(await changeProfile(bidder.cookie, { firstName: "Bo", lastName: "Bid" })).toMatchObject({ firstName: "Bo" });
  expect((await requestJson(profileResponse, PATH, { cookie: seller.cookie })).data.user).toMatchObject(NAME);
  expect(await detailsOf(id)).toMatchObject({ seller: NAME, bids: [{ bidder: { firstName: "Bo" } }] });
  expect((await fetchAuctions()).auctions.find(({ _id }) => _id === id)?.seller).toMatchObject(NAME);
});

it("a room keeps your new name when an older session bids", async () => {
  const [{ id }, other] = [await aListing(), await aListing()];
  const bidder = await someoneSignedIn("Old");
  const otherCookie = await aCookieFor(bidder.id);
  await bid(id, 100, bidder.cookie);
  await bid(id, 110, otherCookie);
  await changeProfile(bidder.cookie, NAME);
  await bid(id, 120, otherCookie);
  expect((await detailsOf(id)).bids.map(({ bidder: { firstName } }) => firstName)).toContain("Joanna");
  expect((await detailsOf(id)).bids.map(({ bidder: { firstName } }) => firstName)).not.toContain("Old");
  // A room that has never had this person calls their inbox, which has the new name.
  await bid(other.id, 100, otherCookie);
  await expect
    .poll(async () => (await detailsOf(other.id)).bids, { timeout: 10_000 })
    .toMatchObject([{ bidder: NAME }]);
});

it("T29: your new name must follow the rules for signing up", async () => {
  const { cookie } = await someoneSignedIn();
  for (const [fields, field] of [
    [{ firstName: "Bidder", lastName: "12" }, "firstName"],
    [{ firstName: "Deleted", lastName: "user" }, "firstName"],
    [{ firstName: "J", lastName: "Roe" }, "firstName"],
    [{ firstName: "Joanna" }, "lastName"],
    [{ firstName: "Joanna", lastName: "\u202eR" }, "lastName"],
  ] as const) {
    const { fields: refused } = await expectRefusal("invalid_input", 400, PATH, changeCall(cookie, fields));
    expect(Object.keys(refused ?? {})).toContain(field);
  }
  expect((await requestJson(profileResponse, PATH, { cookie })).data.user.firstName).toBe("Jane");
});

it("your name can't be changed while an admin has hidden it", async () => {
  const { id } = await someoneSignedIn("Rude");
  const admin = await anAdmin();
  await takeAction(`people/${id}/hideName`, admin);
  const cookie = await aCookieFor(id);
  expect((await requestJson(profileResponse, PATH, { cookie })).data.isNameHidden).toBe(true);
  await expectRefusal("name_hidden", 409, PATH, changeCall(cookie, NAME));
  expect((await changeProfile(cookie, { image: aFile(aPng()) })).image).not.toBeNull();
  await takeAction(`people/${id}/showName`, admin);
  const after = await requestJson(profileResponse, PATH, { cookie: await aCookieFor(id) });
  expect(after.data).toMatchObject({ isNameHidden: false, user: { firstName: "Rude" } });
});

it("replacing or removing your photo deletes the previous one", async () => {
  const { id, seller } = await aListing();
  const first = await changeProfile(seller.cookie, { image: aFile(aPng()) });
  const firstUrl = first.image?.url ?? "";
  expect((await request(firstUrl.replace("/api/v1", ""))).status).toBe(200);
  expect((await detailsOf(id)).seller.image?.url).toBe(firstUrl);
  // An empty file input changes nothing.
  const renamed = await changeProfile(seller.cookie, { ...NAME, image: aFile(new Uint8Array(), "") });
  expect(renamed).toMatchObject({ ...NAME, image: { url: firstUrl } });
  const second = await changeProfile(seller.cookie, { image: aFile(aPng({ width: 5 })) });
  expect(second.image?.url).not.toBe(firstUrl);
  await vi.waitFor(async () => expect((await request(firstUrl.replace("/api/v1", ""))).status).toBe(404));
  expect((await changeProfile(seller.cookie, { image: "" })).image).toBeNull();
  expect((await detailsOf(id)).seller).toMatchObject({ ...NAME, image: null });
});

it("a file that isn't an image is rejected, and your current photo stays", async () => {
  const { cookie } = await someoneSignedIn();
  const { image } = await changeProfile(cookie, { image: aFile(aPng()) });
  const broken = changeCall(cookie, { ...NAME, image: aFile(new Uint8Array([1, 2, 3])) });
  const { fields } = await expectRefusal("unsupported_media_type", 415, PATH, broken);
  expect(Object.keys(fields ?? {})).toEqual(["image"]);
  expect((await requestJson(profileResponse, PATH, { cookie })).data.user).toMatchObject({ firstName: "Jane", image });
});
