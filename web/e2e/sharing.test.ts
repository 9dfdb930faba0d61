/** A pasted link shows the item, and the page behind it is the page that everyone gets. */
import { expect, inject, it } from "vitest";

import { listed, newAccount, newPerson, problemsIn } from "./browser.ts";

/** What differs from answer to answer. */
const OWN = [
  "date",
  "etag",
  "content-length",
  "x-request-id",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "keep-alive",
];

async function headersOf(response: Response): Promise<Record<string, string>> {
  return Object.fromEntries([...response.headers].filter(([name]) => !OWN.includes(name)));
}

it("the link of an auction says what is auctioned, under the headers of every page, and the page boots from it", async () => {
  const seller = await newAccount("Sue");
  const address = await listed(seller, 3_600, { title: `Brass "telescope" & <b>stand</b>` });
  const baseUrl = inject("baseUrl");
  const [plain, shared] = await Promise.all([fetch(`${baseUrl}/about`), fetch(baseUrl + address)]);
  expect(shared.status).toBe(200);
  expect(await headersOf(shared)).toEqual(await headersOf(plain));
  expect(shared.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(shared.headers.get("cache-control")).toBe("no-cache");

  const { page } = await newPerson("Vera");
  const problems = problemsIn(page);
  await page.goto(address);
  expect(await page.locator('meta[property="og:title"]').getAttribute("content")).toBe(
    `Brass "telescope" & <b>stand</b>`,
  );
  await page.getByRole("heading", { level: 1, name: `Brass "telescope" & <b>stand</b>` }).waitFor();
  expect(await page.title()).toBe(`Brass "telescope" & <b>stand</b> · Lotline`);
  expect(problems).toEqual([]);
});

it("the link of no auction answers 404, and the page behind it says so", async () => {
  const { page } = await newPerson("Vera");
  const answer = await page.goto("/auction/0123456789abcdef0123456789abcdef");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: "This auction does not exist" }).waitFor();
});
