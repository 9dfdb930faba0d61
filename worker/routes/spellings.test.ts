/** Names, addresses, passwords and other text in the spellings that other keyboards and email programs send. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { loginResponse, profileResponse, profileChangedResponse, signupResponse } from "../contract/account.ts";
import { peopleResponse } from "../contract/admin.ts";
import { auctionResponse } from "../contract/auction.ts";
import { dataExportFile } from "../contract/data-export.ts";
import { sellerResponse } from "../contract/seller.ts";
import { newId } from "../testing/builders.ts";
import {
  aCookieFor,
  anAdmin,
  requestJson,
  cookieOf,
  expectRefusal,
  PASSWORD,
  request,
  signupFields,
  someoneSignedIn,
  tokenIn,
} from "../testing/http.ts";
import { collectMail } from "../testing/mail.ts";
import { aListing } from "../testing/selling.ts";

/** A new email address, in its stored form and in other spellings. */
function aSpelledEmail() {
  const name = newId();
  return {
    stored: `${name}@xn--e1afmkfd.xn--p1ai`,
    spellings: [
      `${name}@пример.рф`,
      `${name.toUpperCase()}@XN--E1AFMKFD.XN--P1AI`,
      `${name}＠ПРИМЕР。рф.`,
      `<${name}@пример.рф>`,
      `mailto:${name}@пример.рф`,
      `\u200b${name}@пример.рф\u00a0`,
    ],
  };
}

async function signUp(change: Record<string, string>): Promise<void> {
  await requestJson(signupResponse, "/auth/signup", { method: "POST", form: signupFields(change) });
}
const logIn = (email: string, password = PASSWORD) =>
  requestJson(loginResponse, "/auth/login", { method: "POST", json: { email, password } });

async function someoneWith(email: string) {
  const someone = await someoneSignedIn();
  await env.DB.prepare("UPDATE users SET email = ? WHERE id = ?").bind(email, someone.id).run();
  return { ...someone, email, cookie: await aCookieFor(someone.id) };
}

it("people can sign in with any spelling of their email, and see its stored form", async () => {
  const { stored, spellings } = aSpelledEmail();
  await signUp({ email: spellings[0] ?? "" });
  for (const email of spellings) expect((await logIn(email)).user.email).toBe(stored);
});

it("an email address can't be signed up twice in different spellings", async () => {
  const { stored, spellings } = aSpelledEmail();
  await someoneWith(stored);
  for (const email of spellings) {
    const form = signupFields({ email });
    await expectRefusal("signup_refused", 409, "/auth/signup", { method: "POST", form });
  }
});

it("another spelling of an email works for a reset link, but not as a new address", async () => {
  const { stored, spellings } = aSpelledEmail();
  const { cookie } = await someoneWith(stored);
  const [email = ""] = spellings;
  const { sent } = await collectMail("/auth/forgot-password", { method: "POST", json: { email } });
  expect(sent).toMatchObject([{ to: stored }]);
  const changed = await collectMail("/user/email", { method: "POST", cookie, json: { email, password: PASSWORD } });
  expect(await changed.response.json()).toMatchObject({ fields: { email: ["This is already your address"] } });
});

it("admins find an email address in each of its spellings", async () => {
  const { stored, spellings } = aSpelledEmail();
  const [{ id }, { cookie }] = [await someoneWith(stored), await anAdmin()];
  for (const search of [stored, ...spellings]) {
    const path = `/moderation/people?search=${encodeURIComponent(search)}`;
    expect((await requestJson(peopleResponse, path, { cookie })).people.map(({ _id }) => _id)).toEqual([id]);
  }
});

it("a password can be typed in either Unicode normal form", async () => {
  const { email = "" } = signupFields();
  const [composed, decomposed] = ["Blåbærgrød-7", "Blåbærgrød-7".normalize("NFD")];
  await signUp({ email, password: decomposed, confirmPassword: composed });
  for (const password of [composed, decomposed]) expect((await logIn(email, password)).user.email).toBe(email);
  await expectRefusal("invalid_credentials", 401, "/auth/login", {
    method: "POST",
    json: { email, password: ` ${composed}` },
  });
});

it("a person with one name is shown with it everywhere, without a trailing space", async () => {
  const { email = "" } = signupFields();
  await signUp({ email, firstName: "\u200fسوهارتو", lastName: "", oneName: "true" });
  const response = await request("/auth/login", { method: "POST", json: { email, password: PASSWORD } });
  const cookie = cookieOf(tokenIn(response) ?? "");
  const { user } = loginResponse.parse(await response.json());
  expect(user).toMatchObject({ name: "سوهارتو", firstName: "سوهارتو", lastName: "" });
  const { data } = await requestJson(profileResponse, "/user/profile", { cookie });
  expect(data.user.name).toBe("سوهارتو");
  const exported = await request("/user/export", { method: "POST", cookie, json: { password: PASSWORD } });
  const { profile } = dataExportFile.parse(await exported.json());
  expect(profile).toMatchObject({ firstName: "سوهارتو", lastName: "" });
});

it("a person with one name can add a last name and remove it again", async () => {
  const { cookie } = await someoneSignedIn();
  const change = (form: Record<string, string>) =>
    requestJson(profileChangedResponse, "/user/profile", { method: "PATCH", cookie, form });
  expect((await change({ firstName: "Suharto", lastName: "", oneName: "true" })).user.name).toBe("Suharto");
  expect((await change({ firstName: "李", lastName: "伟" })).user.name).toBe("李 伟");
  const blankNameCall = { method: "PATCH", cookie, form: { firstName: "Suharto", lastName: "" } };
  const { fields } = await expectRefusal("invalid_input", 400, "/user/profile", blankNameCall);
  expect(fields).toEqual({ lastName: ["Last name is required"] });
});

it("a person with one name sells under that name", async () => {
  const { auction, seller: owner } = await aListing();
  await requestJson(profileChangedResponse, "/user/profile", {
    method: "PATCH",
    cookie: owner.cookie,
    form: { firstName: "Suharto", oneName: "true" },
  });
  const { auctionDetails } = await requestJson(
    auctionResponse,
    `/auction/fetchSpecificAuction?auctionId=${auction._id}`,
  );
  expect(auctionDetails.seller).toMatchObject({ firstName: "Suharto", lastName: "" });
  const { seller } = await requestJson(sellerResponse, `/seller/${auctionDetails.seller._id}`);
  expect(seller).toMatchObject({ firstName: "Suharto", lastName: "" });
});

it("a listing keeps what its seller pasted, except invisible characters", async () => {
  const { auction } = await aListing({ title: "\u200fTV\u200b", description: "\u200eOne\u000btwo\u2028three\r\nfour" });
  expect(auction).toMatchObject({ title: "TV", description: "One\ntwo\nthree\nfour" });
  const { auctionDetails } = await requestJson(
    auctionResponse,
    `/auction/fetchSpecificAuction?auctionId=${auction._id}`,
  );
  expect(auctionDetails).toMatchObject({ title: "TV", description: "One\ntwo\nthree\nfour" });
});
