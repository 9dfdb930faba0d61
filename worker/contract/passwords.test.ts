import { expect, it } from "vitest";

import { newPassword, signupInput } from "./account.ts";
import { changePasswordInput, newPasswordForm } from "./security.ts";

const [NFC, NFD] = ["Blåbærgrød-7".normalize("NFC"), "Blåbærgrød-7".normalize("NFD")];
const messagesOf = (password: string) => newPassword.safeParse(password).error?.issues.map(({ message }) => message);

it.each([
  ["Correct-Horse-7", undefined],
  [" Spaces Stay 7 ", undefined],
  ["Пароль-длинный-7", undefined],
  ["Пароль-длинный-٧", undefined],
  ["私の秘密の言葉は七7", undefined],
  ["كلمةسرطويلة٧", undefined],
  ["correct-horse-7", ["Password must contain uppercase, lowercase, and number"]],
  ["correctº-horse-7", ["Password must contain uppercase, lowercase, and number"]],
  ["Correct-Horse", ["Password must contain uppercase, lowercase, and number"]],
  ["Åa1234\\u0301", ["Password must be at least 8 characters"]],
  ["e\\u0301e\\u0301e\\u0301e\\u0301E1", ["Password must be at least 8 characters"]],
  [`A1${"e\\u0301".repeat(126)}`, undefined],
  [`A1${"e\\u0301".repeat(127)}`, ["Password must be at most 128 characters"]],
])("a new password must meet the length and character rules (case %#)", (password, expected) => {
  expect(messagesOf(JSON.parse(`"${password}"`) as string)).toEqual(expected);
});

it("a password is kept as typed", () => {
  expect(newPassword.parse(` ${NFD} `)).toBe(` ${NFD} `);
});

it("a password can be confirmed in another normal form or with other kinds of space", () => {
  const person = { firstName: "Ann", lastName: "Example", email: "ann@example.com" };
  for (const [password, confirmPassword] of [
    [NFC, NFD],
    [NFD, NFC],
    ["Correct Horse 7", "Correct\u00a0Horse\u30007"],
  ]) {
    for (const schema of [signupInput, changePasswordInput, newPasswordForm]) {
      expect(schema.safeParse({ ...person, password, confirmPassword }).success).toBe(true);
    }
  }
});

it.each(["correct-Horse-7", "Correct-Horse-7 ", "Correct-Horse-７"])(
  "the password Correct-Horse-7 isn't confirmed by %j",
  (confirmPassword) => {
    const refused = newPasswordForm.safeParse({ password: "Correct-Horse-7", confirmPassword });
    expect(refused.error?.issues).toMatchObject([{ path: ["confirmPassword"], message: "Passwords do not match" }]);
  },
);
