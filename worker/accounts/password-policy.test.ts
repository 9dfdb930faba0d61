import { expect, it } from "vitest";

import { newPassword } from "../contract/account.ts";
import { passwordProblem } from "./password-policy.ts";

const SITE = "Lotline";
const EMAIL = "grace.hopper+auctions@example.com";

it.each([
  ..."Password1 Passw0rd P4ssw0rd! Password123 Password2024 Welcome1 Welcome1! Qwerty123 Qwerty12345 Letmein1".split(
    " ",
  ),
  ..."Iloveyou1 Football1 Footba11 Monkey12 Dragon99 Sunshine1 Princess1 Summer2024! Winter23 Abc12345 Aa123456".split(
    " ",
  ),
  ..."Aaa111111 Qwe12345 1q2w3e4R 1qaz2WSX Zaq12wsx Admin123! Charlie1 Michael7 Test1234 Changeme1 A1b2c3d4".split(" "),
  ..."Ｐａｓｓｗｏｒｄ１ Password١٢ Qwerty१२३".split(" "),
  ..."PasswordPassword1 1Password !Superman1 Pa$$word1 Trustno1 Hello123 Auction1 Master123456".split(" "),
])("a commonly used new password is rejected: %s", (password) => {
  expect(newPassword.safeParse(password).success, "another rule refuses this password already").toBe(true);
  expect(passwordProblem(password, EMAIL, SITE)).toMatch(/too common/);
});

it("a new password with the email's local part or the site's name is rejected", () => {
  expect(passwordProblem("My-Grace.Hopper-7", EMAIL, SITE)).toBe(
    "Password must not contain the part of your email before the @",
  );
  expect(passwordProblem("I love LotLine 9", EMAIL, SITE)).toBe('Password must not contain "lotline"');
});

it.each(["My gavel & sons 7", "Gavel&Sons-2026", "GavelSons 9"])(
  "a new password with the site's name, spelled differently, is rejected: %s",
  (password) => {
    expect(passwordProblem(password, EMAIL, "Gavel & Sons")).toBe('Password must not contain "gavel & sons"');
  },
);

it.each([
  "Correct horse 1",
  "Correct-Horse-7",
  "Password-of-my-cellar-9",
  "Xk8pQ2mZ",
  "Summer-82719364",
  "Teal37Kettle",
  "Zürich liegt am See 4",
])("a new password that is hard to guess is accepted: %s", (password) => {
  expect(passwordProblem(password, EMAIL, SITE)).toBeNull();
});

it("a long new password is accepted", () => {
  expect(passwordProblem("aB3".repeat(40), EMAIL, SITE)).toBeNull();
});

it("a new password may contain an email's local part of under four characters", () => {
  expect(passwordProblem("Banjo-Kettle-8", "jo@example.com", SITE)).toBeNull();
});

it.each(["Jo", "B & K"])("a new password may contain a site name shorter than four characters: %s", (site) => {
  expect(passwordProblem("Banjobk-Kettle-8", EMAIL, site)).toBeNull();
});
