import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { AnonymitySwitch } from "./anonymity-switch.tsx";

afterEach(() => vi.unstubAllGlobals());

it("sends what it was switched to", async () => {
  const sent = fakeApi(success({ anonymous: true }));
  showPart(<AnonymitySwitch anonymous={false} />);
  await userEvent.click(screen.getByRole("checkbox", { name: /^Show me as a number/ }));
  expect(sent).toEqual([{ path: "/api/v1/user/privacy", method: "PATCH", body: { anonymous: true } }]);
});

it("stays where it was, and says why, when it was not saved", async () => {
  fakeApi(refusal(503, "busy", "Too much is going on right now: try again in a moment"));
  showPart(<AnonymitySwitch anonymous={true} />);
  await userEvent.click(screen.getByRole("checkbox"));
  expect(await screen.findByText("Too much is going on right now: try again in a moment")).toBeVisible();
  expect(screen.getByRole("checkbox")).toBeChecked();
});
