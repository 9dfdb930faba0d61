import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { person } from "../../testing/auctions.ts";
import { fakeApi, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { BlockedPeople } from "./blocked-people.tsx";

it("the page lists blocked bidders, and the user can unblock them", async () => {
  const blocked = [{ person: person("Bea"), blockedAt: "2026-11-21T12:00:00.000Z" }];
  const response = Promise.withResolvers<Response>();
  const sent = fakeApi(success({ blocked }), () => response.promise, success({ blocked: [] }));
  showPart(<BlockedPeople />);
  const unblock = await screen.findByRole("button", { name: "Unblock Bea Test" });
  await userEvent.click(unblock);
  expect(unblock).toHaveAttribute("aria-disabled", "true");
  expect(unblock).toHaveAttribute("aria-busy", "true");
  expect(unblock).toHaveFocus();
  await userEvent.click(unblock);
  response.resolve(success()());
  expect(await screen.findByText("You haven't blocked anyone.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Blocked bidders" })).toHaveFocus();
  expect(sent.filter(({ method }) => method === "DELETE")).toMatchObject([{ path: "/api/v1/user/blocks/Bea" }]);
});
