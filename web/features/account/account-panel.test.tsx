import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import { currentUser, setSessionUser } from "../../api/session.ts";
import { click } from "../../testing/click.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { account } from "../../testing/people.ts";
import { AccountPanel } from "./account-panel.tsx";

beforeEach(() => setSessionUser(account()));

const savedAccount = { ...account(), firstName: "Joanna", name: "Joanna Doe" };

it("a saved name updates the session, and a refused name stays in the form", async () => {
  const responses = [
    refusal(400, "invalid_input", "This name is reserved", { fields: { firstName: ["This name is reserved"] } }),
    success({ user: savedAccount }),
  ];
  const sent = fakeApiAt({ "/user/profile": () => responses.shift()?.() ?? success({ user: savedAccount })() });
  showPart(<AccountPanel user={account()} isNameHidden={false} hasPassword />);
  const first = screen.getByLabelText("First name");
  await userEvent.clear(first);
  await click("Save");
  await waitFor(() => expect(first).toHaveAccessibleDescription("First name is required"));
  await userEvent.type(first, "Joanna");
  await click("Save");
  await waitFor(() => expect(first).toHaveAccessibleDescription("This name is reserved"));
  expect(first).toHaveValue("Joanna");
  await click("Save");
  await waitFor(() => expect(currentUser()?.name).toBe("Joanna Doe"));
  const form = sent.find(({ method }) => method === "PATCH")?.body;
  if (!(form instanceof FormData)) throw new Error("a form is sent");
  // Neither a new photo nor the removal of one.
  expect(Array.from(form.keys()).toSorted()).toEqual(["firstName", "lastName"]);
});

it("a user with a hidden name has no name field and can change only the photo", async () => {
  const sent = fakeApiAt({ "/user/profile": success({ user: account() }) });
  const user = { ...account(), firstName: "Name", lastName: "hidden", image: { url: "/api/v1/images/a" } };
  showPart(<AccountPanel user={user} isNameHidden hasPassword />);
  expect(screen.queryByLabelText("First name")).toBeNull();
  expect(screen.getByText("Our team has hidden your name, so you can't change it.")).toBeVisible();
  await click("Remove");
  await click("Save");
  await waitFor(() => expect(sent.filter(({ method }) => method === "PATCH")).toHaveLength(1));
  const form = sent.find(({ method }) => method === "PATCH")?.body;
  expect(form instanceof FormData && Array.from(form.entries())).toEqual([["image", ""]]);
});

it("a new email address requires the password, and stays in the form when refused", async () => {
  const message = "We sent a link to the new address. Open it to confirm the change.";
  const responses = [refusal(403, "wrong_password", "The password is incorrect"), success({ message })];
  const sent = fakeApiAt({ "/user/email": () => responses.shift()?.() ?? success({ message })() });
  showPart(<AccountPanel user={account()} isNameHidden={false} hasPassword />);
  await userEvent.type(screen.getByLabelText("New email"), "new@example.com");
  await userEvent.type(screen.getByLabelText("Your password"), "Old-Kettle-1");
  await click("Send link");
  const password = screen.getByLabelText("Your password");
  await waitFor(() => expect(password).toHaveAccessibleDescription("The password is incorrect"));
  expect(screen.getByLabelText("New email")).toHaveValue("new@example.com");
  await click("Send link");
  expect(await screen.findByText(message)).toBeVisible();
  const body = { email: "new@example.com", password: "Old-Kettle-1" };
  expect(sent.filter(({ path }) => path === "/api/v1/user/email")).toMatchObject([{ body }, { body }]);
});

it("the page marks an unconfirmed email address and resends its link", async () => {
  const sent = fakeApiAt({ "/user/email/verification": success({ emailVerified: false }), "/user/profile": success() });
  showPart(<AccountPanel user={account({ emailVerified: false })} isNameHidden={false} hasPassword />);
  expect(screen.getByText(/^Not confirmed yet/)).toBeVisible();
  await click("Send again");
  expect(await screen.findByText("Sent. Check your inbox and spam folder.")).toBeVisible();
  expect(sent.filter(({ method }) => method === "POST")).toMatchObject([{ path: "/api/v1/user/email/verification" }]);
});

it("the page marks a confirmed email address, or asks for one if there is none", () => {
  fakeApiAt({});
  showPart(<AccountPanel user={account()} isNameHidden={false} hasPassword />);
  expect(screen.getByText("Confirmed")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  showPart(<AccountPanel user={account({ email: "", emailVerified: false })} isNameHidden={false} hasPassword />);
  expect(screen.getByText(/^Your account has no email address/)).toBeVisible();
});
