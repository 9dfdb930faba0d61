/** A pasted link shows the item, and its page is the same one that everyone gets. */

import { listAuction } from "./actions.ts";
import { expect, collectProblems, test } from "./fixtures.ts";

/** Headers that differ from response to response. */
const VARYING_HEADERS = [
  "date",
  "etag",
  "content-length",
  "x-request-id",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "keep-alive",
];

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => !VARYING_HEADERS.includes(name)));
}

const TITLE = `Brass "telescope" & <b>stand</b>`;

test("an auction's HTML has the item's title and the same headers as other pages", async ({
  baseURL,
  newAccount,
  page,
}) => {
  const auction = await listAuction(await newAccount("Sue"), { title: TITLE });
  const [plain, shared] = await Promise.all([fetch(`${baseURL}/about`), fetch(`${baseURL}${auction}`)]);
  expect(shared.status).toBe(200);
  expect(headersOf(shared)).toEqual(headersOf(plain));
  expect(shared.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(shared.headers.get("cache-control")).toBe("no-cache");

  const problems = collectProblems(page);
  await page.goto(auction);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", TITLE);
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await expect(page).toHaveTitle(`${TITLE} · Lotline`);
  expect(problems).toEqual([]);
});
