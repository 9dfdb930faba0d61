import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { AnonymitySwitch } from "./anonymity-switch.tsx";

it("the anonymity switch sends its new state", async () => {
  const sent = fakeApi(success({ anonymous: true }));
  showPart(<AnonymitySwitch anonymous={false} />);
  await userEvent.click(screen.getByRole("checkbox", { name: /^Hide my name when I bid/ }));
  expect(sent).toEqual([{ path: "/api/v1/user/privacy", method: "PATCH", body: { anonymous: true } }]);
});

it("the anonymity switch keeps its state and explains why it couldn't be saved", async () => {
  fakeApi(refusal(503, "busy", "The server is busy. Try again in a moment."));
  showPart(<AnonymitySwitch anonymous={true} />);
  await userEvent.click(screen.getByRole("checkbox"));
  expect(await screen.findByText("The server is busy. Try again in a moment.")).toBeVisible();
  expect(screen.getByRole("checkbox")).toBeChecked();
});
