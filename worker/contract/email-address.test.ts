import * as fc from "fast-check";
import { expect, it } from "vitest";

import { email, loginInput, signupInput } from "./account.ts";
import { parseEmailAddress } from "./email-address.ts";
import { emailChangeInput, forgotPasswordInput } from "./security.ts";

it.each([
  ["in capitals", "Ann.Smith@Example.COM", "ann.smith@example.com"],
  ["in Unicode", "form@пример.рф", "form@xn--e1afmkfd.xn--p1ai"],
  ["in punycode", "FORM@XN--E1AFMKFD.XN--P1AI", "form@xn--e1afmkfd.xn--p1ai"],
  ["with an umlaut, decomposed", "ann@mu\u0308nchen.example", "ann@xn--mnchen-3ya.example"],
  ["with an umlaut, composed", "ann@münchen.example", "ann@xn--mnchen-3ya.example"],
  ["with sharp s", "ann@straße.de", "ann@xn--strae-oqa.de"],
  ["in full-width letters", "ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ann@example.com"],
  ["with ideographic full stops", "ann@例子。中国", "ann@xn--fsqu00a.xn--fiqs8s"],
  ["with a trailing dot", "ann@example.com.", "ann@example.com"],
  ["in angle brackets", "<ann@example.com>", "ann@example.com"],
  ["with a name before it", "Ann Smith <ann@example.com>", "ann@example.com"],
  ["as a link", "mailto:ann@example.com", "ann@example.com"],
  ["as a link with a subject", "MAILTO:ann@example.com?subject=Clock", "ann@example.com"],
  ["from a list", "ann@example.com, ", "ann@example.com"],
  ["with spaces around it", "\u00a0 ann@example.com\u3000\n", "ann@example.com"],
  ["with zero-width characters", "\u200bann\u200d@exam\u00adple.com\u200b\ufeff", "ann@example.com"],
  ["with direction marks and isolates", "\u200e\u2068ann@example.com\u2069\u200f", "ann@example.com"],
  ["with unnecessary quotes", '"ann.smith"@example.com', "ann.smith@example.com"],
  ["before the @ in another script, decomposed", "Jose\u0301@example.com", "josé@example.com"],
])("an email address is normalized: %s", (_, typed, address) => {
  expect(parseEmailAddress(typed)).toBe(address);
});

it.each([
  "info@xn--e1afmkfd.xn--p1ai",
  "b&b@lotline.example",
  "sales/uk@lotline.example",
  "o'brien@example.com",
  "ann+auctions@example.com",
  "a!#$%*=?^_`{|}~-z@example.com",
  "a@b.co",
  "1@2.example",
  "ann@mail.example.co.uk",
  "ann@example.photography",
  "ann@3m.example",
  "ann@a--b.example",
  "用户@xn--fsqu00a.xn--fiqs8s",
  `${"a".repeat(64)}@example.com`,
  `ann@${"a".repeat(63)}.example`,
  `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.example`,
])("a valid email address is accepted (case %#)", (address) => {
  expect(email.parse(address)).toBe(address);
});

it.each([
  "ann",
  "@example.com",
  "ann@",
  "ann@localhost",
  "ann@example.c",
  "ann@example.123",
  "ann@127.0.0.1",
  "ann@[127.0.0.1]",
  "ann@example..com",
  "ann@-example.com",
  "ann@exam_ple.com",
  "ann@example.com:25",
  "ann@example.com/x",
  "ann@exam%70le.com",
  "ann.@example.com",
  ".ann@example.com",
  "ann..smith@example.com",
  "ann smith@example.com",
  '"ann smith"@example.com',
  "ann@b@example.com",
  "ann@example.com, bob@example.com",
  "ann\r\nbcc: bob@example.com",
  `${"a".repeat(65)}@example.com`,
  `${"é".repeat(33)}@example.com`,
  `ann@${"a".repeat(64)}.example`,
  `aa@${"b".repeat(61)}.${"c".repeat(61)}.${"d".repeat(61)}.${"e".repeat(61)}.example`,
])("text that isn't an email address is rejected (case %#)", (typed) => {
  expect(email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(["Invalid email address"]);
});

it.each(["", "  ", "\u200b"])("a blank email address is rejected as missing: %j", (typed) => {
  expect(email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(["Email is required"]);
});

it("every call normalizes the email address it receives", () => {
  const typed = "\u200bForm@Пример.РФ";
  const names = { firstName: "Ann", lastName: "Example" };
  const passwords = { password: "Correct-Horse-7", confirmPassword: "Correct-Horse-7" };
  const parsedInputs = [
    signupInput.parse({ ...names, ...passwords, email: typed }),
    loginInput.parse({ email: typed, password: passwords.password }),
    forgotPasswordInput.parse({ email: typed }),
    emailChangeInput.parse({ email: typed }),
  ];
  expect(new Set(parsedInputs.map(({ email: address }) => address))).toEqual(new Set(["form@xn--e1afmkfd.xn--p1ai"]));
});

it("normalizing an email address again changes nothing", () => {
  const localPart = fc.stringMatching(/^[a-zA-Zé0-9ＡＢ.'+\u200b"<>@ -]{1,12}$/u);
  const domain = fc.oneof(localPart, fc.constantFrom("Example.com", "ＭＡＩＬ.例子.中国.", "straße.de"));
  fc.assert(
    fc.property(localPart, domain, (local, domainName) => {
      const address = parseEmailAddress(`${local}@${domainName}`) ?? "";
      expect(parseEmailAddress(address) ?? "").toBe(address);
    }),
    { numRuns: 5_000 },
  );
});

it("every kind of apostrophe is normalized to the same character", () => {
  for (const local of ["o’brien", "O‘Brien", "oʼbrien", "o′brien"]) {
    expect(parseEmailAddress(`${local}@example.com`)).toBe("o'brien@example.com");
  }
});

it("an email address that is far too long is rejected right away", () => {
  for (const mark of [",", " ", "<", "."]) expect(parseEmailAddress(`${mark.repeat(500_000)}x@example.com`)).toBeNull();
});
