import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { click } from "../../../testing/click.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { RelistPlan } from "./relist-plan.tsx";
import { RelistedAs } from "./relisting-links.tsx";

const PATH = "/api/v1/auction/a/relist-plan";
const plan = (times: number, most = 3) => success({ plan: { times, most } });
const choice = () => screen.findByRole("combobox", { name: "List again" });

it.each([
  [0, "If it doesn't sell, we won't list it again. Only you see this."],
  [1, "If it doesn't sell, we list it again once, for the same duration. Only you see this."],
  [2, "If it doesn't sell, we list it again up to 2 times, each time for the same duration. Only you see this."],
])("the seller sees what a relist plan with a limit of %i means", async (times, sentence) => {
  fakeApi(plan(times));
  showPart(<RelistPlan auctionId="a" hasEnded={false} />);
  expect(await choice()).toHaveAccessibleDescription(sentence);
});

it("the seller's choice stays when an older plan arrives after it", async () => {
  const olderPlan = Promise.withResolvers<Response>();
  const sent = fakeApi(plan(2), () => olderPlan.promise, plan(0));
  showPart(<RelistPlan auctionId="a" hasEnded={false} />);
  await choice();
  // The seller comes back to the tab.
  fireEvent(window, new Event("visibilitychange"));
  await waitFor(() => expect(sent).toHaveLength(2));
  await userEvent.click(await choice());
  await userEvent.click(await screen.findByRole("option", { name: "No" }));
  await waitFor(async () => expect(await choice()).toHaveTextContent("No"));
  olderPlan.resolve(plan(2)());
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(["GET", "GET", "PUT", "GET"]));
  expect(await choice()).toHaveTextContent("No");
});

it("the seller can stop relisting and can't choose more relistings than are left", async () => {
  const sent = fakeApi(plan(2, 2), plan(0, 2));
  showPart(<RelistPlan auctionId="a" hasEnded={false} />);
  await userEvent.click(await choice());
  const options = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(options).toEqual(["No", "Once", "Up to 2 times"]);
  await userEvent.click(screen.getByRole("option", { name: "No" }));
  await waitFor(async () => expect(await choice()).toHaveTextContent("No"));
  expect(sent[1]).toEqual({ method: "PUT", path: PATH, body: { times: 0 } });
});

it("the page announces a relisting after the end, and one click cancels it", async () => {
  const sent = fakeApi(plan(2, 0), plan(0, 0));
  showPart(<RelistPlan auctionId="a" hasEnded />);
  expect(await screen.findByText("It didn't sell. We'll list it again within a few minutes.")).toBeVisible();
  await click("Stop relisting");
  expect(await screen.findByText("We won't list it again.")).toHaveFocus();
  expect(screen.queryByRole("button")).toBeNull();
  expect(sent[1]).toEqual({ method: "PUT", path: PATH, body: { times: 0 } });
});

it("the relist choice keeps focus while it's being saved", async () => {
  fakeApi(plan(2, 2), () => Promise.withResolvers<Response>().promise);
  showPart(<RelistPlan auctionId="a" hasEnded={false} />);
  await userEvent.click(await choice());
  await userEvent.click(await screen.findByRole("option", { name: "No" }));
  await waitFor(async () => expect(await choice()).toHaveTextContent("No"));
  expect(await choice()).toBeEnabled();
  await waitFor(async () => expect(await choice()).toHaveFocus());
});

it("the page stops announcing the relisting once its time has passed", async () => {
  fakeApiAt({
    "/auction/a/relisted": success({ relistedAs: null }),
    "/auction/a/relist-plan": plan(2, 0),
  });
  showPart(<RelistedAs auctionId="a" endsAt={0} isSeller />);
  expect(await screen.findByText("It didn't sell, and we haven't listed it again yet.")).toBeVisible();
  expect(screen.queryByText(/within a few minutes/)).toBeNull();
});

it("a click that comes too late to stop the relisting shows the reason", async () => {
  fakeApi(plan(2, 0), refusal(409, "already_relisted", "This auction has already been listed again"));
  showPart(<RelistPlan auctionId="a" hasEnded />);
  await userEvent.click(await screen.findByRole("button", { name: "Stop relisting" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This auction has already been listed again");
});

it("the page offers a retry if it can't load the relisting plan", async () => {
  fakeApi(refusal(503, "busy", "Busy"), plan(1));
  showPart(<RelistPlan auctionId="a" hasEnded={false} />);
  expect(await screen.findByText("We couldn't load the relisting plan.")).toBeVisible();
  await userEvent.click(screen.getByRole("button"));
  expect(await choice()).toBeVisible();
});

it("an expired auction links to the one that relists it", async () => {
  const relistedAs = { _id: "b", title: "Silver thimble" };
  fakeApiAt({ "/auction/a/relisted": success({ relistedAs }) });
  showPart(<RelistedAs auctionId="a" endsAt={0} isSeller />);
  expect(await screen.findByRole("link", { name: "Silver thimble" })).toHaveAttribute("href", "/auction/b");
});

it("other users don't see a seller's relist plan, and their pages don't request it", async () => {
  const sent = fakeApiAt({ "/auction/a/relisted": success({ relistedAs: null }) });
  showPart(<RelistedAs auctionId="a" endsAt={0} isSeller={false} />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent.map(({ path }) => path)).toEqual(["/api/v1/auction/a/relisted"]);
  expect(screen.queryByRole("button")).toBeNull();
});
