import { describe, expect, it } from "vitest";

import { newPassword } from "../contract/account.ts";
import { passwordProblem } from "./password-choice.ts";

const EMAIL = "grace.hopper+auctions@example.com";

describe("a password may not be chosen", () => {
  it.each([
    ..."Password1 Passw0rd P4ssw0rd! Password123 Password2024 Welcome1 Welcome1! Qwerty123 Qwerty12345 Letmein1".split(
      " ",
    ),
    ..."Iloveyou1 Football1 Footba11 Monkey12 Dragon99 Sunshine1 Princess1 Summer2024! Winter23 Abc12345 Aa123456".split(
      " ",
    ),
    ..."Aaa111111 Qwe12345 1q2w3e4R 1qaz2WSX Zaq12wsx Admin123! Charlie1 Michael7 Test1234 Changeme1 A1b2c3d4".split(
      " ",
    ),
    ..."PasswordPassword1 1Password !Superman1 Pa$$word1 Trustno1 Hello123 Auction1 Master123456".split(" "),
  ])("when everybody tries it first: %s", (password) => {
    expect(newPassword.safeParse(password).success, "it would be refused anyway").toBe(true);
    expect(passwordProblem(password, EMAIL)).toMatch(/first that anyone would try/);
  });

  it("when it names the person or the house", () => {
    expect(passwordProblem("My-Grace.Hopper-7", EMAIL)).toBe("Password must not contain the name in your email");
    expect(passwordProblem("I love LotLine 9", EMAIL)).toBe('Password must not contain "lotline"');
  });
});

describe("a password may be chosen", () => {
  it.each([
    "Correct horse 1",
    "Correct-Horse-7",
    "Password-of-my-cellar-9",
    "Xk8pQ2mZ",
    "Summer-82719364",
    "Teal37Kettle",
    "Zürich liegt am See 4",
    "aB3".repeat(40),
  ])("that nobody would guess: %s", (password) => {
    expect(passwordProblem(password, EMAIL)).toBeNull();
  });

  it("that holds a very short e-mail name by chance", () => {
    expect(passwordProblem("Banjo-Kettle-8", "jo@example.com")).toBeNull();
  });
});
