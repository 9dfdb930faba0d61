import { describe, expect, it } from "vitest";

import { signupForm, signupInput } from "./account.ts";
import { createAuctionInput } from "./auction.ts";
import { createCategoryInput } from "./category.ts";
import { isReservedName, showsSomething } from "./names.ts";

describe("a text that shows nothing", () => {
  it.each([
    ["zero-width spaces", "\u200b\u200b\u200b"],
    ["Hangul fillers", "\u3164\u115f\uffa0"],
    ["a word joiner and a soft hyphen", "\u2060\u00ad\u2060"],
    ["combining marks alone", "\u0301\u0308\u0301"],
    ["variation selectors", "\ufe0f\ufe0e\ufe0f"],
    ["empty Braille patterns", "\u2800\u2800\u2800"],
    ["unusual spaces", "\u00a0\u2003\u3000"],
    ["tags", "\u{e0041}\u{e0042}\u{e0043}"],
  ])("is recognised: %s", (_, text) => {
    expect(showsSomething(text)).toBe(false);
  });

  it.each(["Zoë", "李", "ﷺ", "e\u0301", "👩\u200d🔧", "می\u200cخواهم", "-", "7"])("is not %s", (text) => {
    expect(showsSomething(text)).toBe(true);
  });
});

describe("a reserved name", () => {
  it.each([
    ["Bidder", "12"],
    ["bidder", "7"],
    ["BIDDER", "#12"],
    ["Bidder12", "\u200b\u200b"],
    ["Bid der", "1 2"],
    ["Bi\u200bdder", "12"],
    ["В\u0456dder", "12"],
    ["B1dd3r", "12"],
    ["Ｂｉｄｄｅｒ", "１２"],
    ["𝐁𝐢𝐝𝐝𝐞𝐫", "12"],
    ["Bíddér", "12"],
    ["Bidder", "٣"],
    ["Deleted", "user"],
    ["DELETED", "USER"],
    ["Deleted user", "\u3164\u3164"],
    ["Dеlеtеd", "usеr"],
    ["Deleted.", "User!"],
    ["Name", "hidden"],
    ["Lotline", "Support"],
    ["The", "L0tline team"],
    ["Lot", "line"],
  ])("is %s %s", (first, last) => {
    expect(isReservedName(first, last)).toBe(true);
  });

  it.each([
    ["Ann", "Bidder"],
    ["Bidder", "Lee"],
    ["Delia", "User"],
    ["Name", "Ogunleye"],
    ["Амара", "Окафор"],
    ["Σοφία", "Παππά"],
    ["José", "María"],
    ["Charlot", "Lineker"],
    ["李", "小龙"],
  ])("is not %s %s", (first, last) => {
    expect(isReservedName(first, last)).toBe(false);
  });
});

const PERSON = {
  firstName: "Ann",
  lastName: "Example",
  email: "ann@example.com",
  password: "Correct horse 1",
  confirmPassword: "Correct horse 1",
};
const problemsOf = (schema: typeof signupInput | typeof signupForm, change: object) =>
  schema.safeParse({ ...PERSON, terms: true, ...change }).error?.issues.map(({ path, message }) => [path[0], message]);

describe("signing up", () => {
  it.each([
    ["the form", signupForm],
    ["the call", signupInput],
  ])("refuses a reserved name in %s, at its field", (_, schema) => {
    const change = { firstName: "Bidder", lastName: "12" };
    expect(problemsOf(schema, change)).toEqual([["firstName", "This name is reserved: please use your own"]]);
    expect(problemsOf(schema, {})).toBeUndefined();
  });

  it("refuses names that show nothing, each at its field", () => {
    expect(problemsOf(signupInput, { firstName: "\u200b\u200b", lastName: "\u3164\u3164" })).toEqual([
      ["firstName", "First name is required"],
      ["lastName", "Last name is required"],
    ]);
  });
});

it("titles and names of categories must show something", () => {
  const category = createCategoryInput.safeParse({ name: "\u3164\u3164\u3164", description: "Things" });
  expect(category.error?.issues).toMatchObject([{ path: ["name"], message: "Please enter Name of Category" }]);
  const title = createAuctionInput.shape.title.safeParse("\u200b\u200b\u200b\u200b");
  expect(title.error?.issues).toMatchObject([{ message: "Title is required" }]);
});
