/** The board of one's own bids against the real Worker: kept current by the inbox's socket alone. */
import { listAuction, placeBid } from "./actions.ts";
import { expect, problemsIn, test } from "./fixtures.ts";

test("a bidder sees on the board of their bids that they were outbid, and bids again there with one press", async ({
  newAccount,
  newMember,
  signIn,
}) => {
  const [seller, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newMember("Ann")]);
  const [clock, vase] = await Promise.all([
    listAuction(seller, { title: "Brass clock" }),
    listAuction(seller, { title: "Blue vase" }),
  ]);
  await placeBid(clock, ann, 100);
  await placeBid(vase, ann, 100);
  const { page } = ann;
  const problems = problemsIn(page);
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(new URL(socket.url()).pathname));
  const secondTab = await signIn(ann);
  await Promise.all([page.goto("/dashboard/my-bids"), secondTab.goto("/about")]);
  const chip = (counts: string) => `My bids: ${counts}`;
  await expect(page.getByRole("link", { name: chip("2 leading") })).toBeVisible();
  await expect(secondTab.getByRole("link", { name: chip("2 leading") })).toBeVisible();

  await placeBid(clock, bob, 150);
  const needsYou = page.getByRole("region", { name: /Needs you/ });
  await expect(needsYou.getByRole("heading", { name: "Brass clock" })).toBeVisible();
  await expect(needsYou.getByText("$150")).toBeVisible();
  for (const tab of [page, secondTab]) {
    await expect(tab.getByRole("link", { name: chip("1 leading, 1 outbid") })).toBeVisible();
  }

  // A press on what has just changed says so and sends nothing, so it is pressed until the answer is there.
  const leading = page.getByRole("region", { name: /Leading/ });
  await expect(async () => {
    await needsYou.getByRole("button", { name: "Bid $151 now: Brass clock" }).click();
    await expect(leading.getByRole("heading", { name: "Brass clock" })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole("link", { name: chip("2 leading") })).toBeVisible();
  await expect(leading.getByRole("article").filter({ hasText: "Brass clock" })).toBeFocused();
  expect(new Set(sockets)).toEqual(new Set(["/api/v1/user/live"]));
  expect(problems).toEqual([]);
});
