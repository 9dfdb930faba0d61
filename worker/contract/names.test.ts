import { expect, it } from "vitest";

import { nameForm, profileInput, signupForm, signupInput } from "./account.ts";
import { createAuctionInput } from "./auction.ts";
import { createCategoryInput } from "./category.ts";
import { draftFields } from "./draft.ts";
import { adminActionInput, reportInput } from "./moderation.ts";
import { isReservedName, containsSiteName, hasVisibleText } from "./names.ts";

it.each([
  ["zero-width spaces", "\u200b\u200b\u200b"],
  ["Hangul fillers", "\u3164\u115f\uffa0"],
  ["a word joiner and a soft hyphen", "\u2060\u00ad\u2060"],
  ["combining marks alone", "\u0301\u0308\u0301"],
  ["variation selectors", "\ufe0f\ufe0e\ufe0f"],
  ["empty Braille patterns", "\u2800\u2800\u2800"],
  ["unusual spaces", "\u00a0\u2003\u3000"],
  ["tags", "\u{e0041}\u{e0042}\u{e0043}"],
])("blank text is recognized: %s", (_, text) => {
  expect(hasVisibleText(text)).toBe(false);
});

it.each(["Zoë", "李", "ﷺ", "e\u0301", "👩\u200d🔧", "می\u200cخواهم", "-", "7"])(
  "text with any visible character isn't blank: %s",
  (text) => {
    expect(hasVisibleText(text)).toBe(true);
  },
);

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
])("the name %s %s is reserved", (first, last) => {
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
  ["李", "小龙"],
])("the name %s %s isn't reserved", (first, last) => {
  expect(isReservedName(first, last)).toBe(false);
});

it.each([
  ["Lotline", "Lotline", "Support"],
  ["Lotline", "The", "L0tline team"],
  ["Lotline", "Lot", "line"],
  ["Gavel & Sons", "Gavel", "Sons"],
  ["Gavel & Sons", "Gɑvеl", "+ Sons Support"],
  ["Gavel & Sons", "The", "gavelsons"],
  ["Gavel & Sons", "Team", "Gavel & Sons"],
  ["Otto", "Otto", "Support"],
  ["競り市", "競り市", ""],
])("the site name %s is found in the name %s %s", (site, first, last) => {
  expect(containsSiteName(first, last, site)).toBe(true);
});

it.each([
  ["Lotline", "Charlot", "Lineker"],
  ["Lotline", "Deleted", "user"],
  ["Gavel & Sons", "Lotline", "Support"],
  ["Gavel & Sons", "Gavel", "Jones"],
  ["Otto", "Ottoline", "Lee"],
  ["A", "Amara", "Okafor"],
  ["★★★", "Ann", "Lee"],
])("the site name %s isn't found in the name %s %s", (site, first, last) => {
  expect(containsSiteName(first, last, site)).toBe(false);
});

const PERSON = {
  firstName: "Ann",
  lastName: "Example",
  email: "ann@example.com",
  password: "Correct horse 1",
  confirmPassword: "Correct horse 1",
};
const problemsOf = (schema: typeof signupInput | typeof signupForm, change: object) =>
  schema
    .safeParse({ ...PERSON, ...(schema === signupForm && { terms: true, oneName: false }), ...change })
    .error?.issues.map(({ path, message }) => [path[0], message]);

it.each([
  ["form", signupForm],
  ["call", signupInput],
])("the sign-up %s rejects a reserved name with an error on the first name", (_, schema) => {
  const change = { firstName: "Bidder", lastName: "12" };
  expect(problemsOf(schema, change)).toEqual([["firstName", "This name is reserved. Use your own."]]);
  expect(problemsOf(schema, {})).toBeUndefined();
});

it("signing up rejects blank names, each with an error on its field", () => {
  expect(problemsOf(signupInput, { firstName: "\u200b\u200b", lastName: "\u3164\u3164" })).toEqual([
    ["firstName", "First name is required"],
    ["lastName", "Last name is required"],
  ]);
});

const [FIRST_NAME_TOO_SHORT, LAST_NAME_TOO_SHORT] = [
  "First name must be at least 2 characters",
  "Last name must be at least 2 characters",
];

it.each([
  ["李", "伟"],
  ["김", "수"],
  ["林", "あ"],
  ["𠮷", "田"],
  ["가".normalize("NFD"), "이".normalize("NFD")],
  ["สี", "ดี"],
  ["ओ", "म"],
  ["Bo", "Li"],
  ["O’", "D."],
  ["\u200e李\u200f", "\ufeff김"],
])("a name may be one character in scripts that allow it: %s %s", (firstName, lastName) => {
  expect(problemsOf(signupInput, { firstName, lastName })).toBeUndefined();
  expect(nameForm.safeParse({ firstName, lastName, oneName: false }).success).toBe(true);
});

it.each(["A", "é", "e\u0301", "Ａ", "Я", "Ω", "7", "-", "🙂"])(
  "a name can't be a single Latin letter or symbol: %s",
  (name) => {
    expect(problemsOf(signupInput, { firstName: name, lastName: name })).toEqual([
      ["firstName", FIRST_NAME_TOO_SHORT],
      ["lastName", LAST_NAME_TOO_SHORT],
    ]);
  },
);

it.each([
  ["left out", undefined],
  ["empty", ""],
  ["only spaces", "\u00a0\u200b "],
])("only people who say they have one name can omit the last name: %s", (_, lastName) => {
  const oneNameInput = { firstName: "Suharto", lastName };
  expect(signupInput.parse({ ...PERSON, ...oneNameInput, oneName: "true" })).toMatchObject({
    firstName: "Suharto",
    lastName: "",
  });
  expect(problemsOf(signupForm, { ...oneNameInput, oneName: true })).toBeUndefined();
  expect(problemsOf(signupInput, oneNameInput)).toEqual([["lastName", "Last name is required"]]);
  expect(problemsOf(signupInput, { ...oneNameInput, oneName: "false" })).toEqual([
    ["lastName", "Last name is required"],
  ]);
  expect(problemsOf(signupForm, oneNameInput)).toEqual([["lastName", "Last name is required"]]);
});

it("a last name is kept and checked even if the person has one name", () => {
  expect(signupInput.parse({ ...PERSON, oneName: "true" }).lastName).toBe("Example");
  expect(problemsOf(signupInput, { lastName: "E", oneName: "true" })).toEqual([["lastName", LAST_NAME_TOO_SHORT]]);
});

it("signing up rejects a reserved name without a last name", () => {
  expect(problemsOf(signupInput, { firstName: "Bidder 12", lastName: "", oneName: "true" })).toEqual([
    ["firstName", "This name is reserved. Use your own."],
  ]);
});

it("signing up reports all errors together", () => {
  expect(problemsOf(signupInput, { lastName: "", email: "ann" })).toEqual([
    ["email", "Invalid email address"],
    ["lastName", "Last name is required"],
  ]);
});

it.each([
  [{}, undefined],
  [{ firstName: "Suharto", oneName: "true" }, undefined],
  [{ firstName: "Suharto", lastName: "", oneName: "true" }, undefined],
  [{ firstName: "Ann" }, ["lastName"]],
  [{ lastName: "Example" }, ["lastName"]],
  [{ firstName: "Ann", lastName: "" }, ["lastName"]],
])("a name change needs both parts, or oneName (case %#)", (change, fields) => {
  expect(profileInput.safeParse(change).error?.issues.map(({ path }) => path[0])).toEqual(fields);
});

it("titles and category names may be very short", () => {
  for (const short of ["TV", "壺", "7", "📷"]) {
    expect(createAuctionInput.shape.title.parse(short)).toBe(short);
    expect(createCategoryInput.parse({ name: short, description: short })).toEqual({ name: short, description: short });
    expect(adminActionInput.parse({ reason: short })).toEqual({ reason: short });
  }
});

it("length limits count an emoji as one character", () => {
  const { title, description } = createAuctionInput.shape;
  expect(title.safeParse("📷".repeat(120)).success).toBe(true);
  expect(title.safeParse("e\u0301".repeat(120)).success).toBe(true);
  expect(title.safeParse("📷".repeat(121)).error?.issues[0]?.message).toBe("Use at most 120 characters");
  expect(description.safeParse(`${"字".repeat(4_999)}\r\n`).success).toBe(true);
});

it("multi-line text keeps its lines, and other text becomes one line", () => {
  const { title, description } = createAuctionInput.shape;
  expect(title.parse("\u200eGold\u000bwatch\u2028 1965\u00a0")).toBe("Gold watch 1965");
  expect(description.parse("\u200eGold\u000bwatch\u2028 1965\u00a0")).toBe("Gold\nwatch\n 1965");
  expect(reportInput.parse({ reason: "other", text: "a\fb" }).text).toBe("a\nb");
  expect(draftFields.parse({ title: " a\u200b\u0085", description: "b\u0085" })).toEqual({
    title: " a ",
    description: "b\n",
  });
});

it("titles and category names can't be blank", () => {
  const categoryResult = createCategoryInput.safeParse({ name: "\u3164\u3164\u3164", description: "Things" });
  expect(categoryResult.error?.issues).toMatchObject([{ path: ["name"], message: "Please enter Name of Category" }]);
  const titleResult = createAuctionInput.shape.title.safeParse("\u200b\u200b\u200b\u200b");
  expect(titleResult.error?.issues).toMatchObject([{ message: "Title is required" }]);
});
