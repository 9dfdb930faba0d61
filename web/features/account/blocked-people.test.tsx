import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { person } from "../../testing/auctions.ts";
import { fakeApi, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { BlockedPeople } from "./blocked-people.tsx";

afterEach(() => vi.unstubAllGlobals());

it("lists who is blocked, and unblocks at a press", async () => {
  const blocked = [{ person: person("Bea"), blockedAt: "2026-11-21T12:00:00.000Z" }];
  const sent = fakeApi(success({ blocked }), success(), success({ blocked: [] }));
  showPart(<BlockedPeople />);
  await userEvent.click(await screen.findByRole("button", { name: "Unblock Bea Test" }));
  expect(await screen.findByText("You have blocked nobody.")).toBeVisible();
  await waitFor(() => expect(sent[1]).toMatchObject({ method: "DELETE", path: "/api/v1/user/blocks/Bea" }));
});
