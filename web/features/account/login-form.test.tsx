import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { currentUser } from "../../api/session.ts";
import { click } from "../../testing/click.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { account, SETTINGS } from "../../testing/people.ts";
import { LoginForm } from "./login-form.tsx";

const email = () => screen.getByRole("textbox", { name: "Email" });
const password = () => screen.getByLabelText("Password");
const signInButton = () => screen.getByRole("button", { name: "Sign In" });

async function signInAs(address: string, secret: string) {
  await userEvent.type(email(), address);
  await userEvent.type(password(), secret);
  await userEvent.click(signInButton());
}
const show = () => showPart(<LoginForm email="" onEmailChange={() => {}} />);

it("an invalid login form shows errors, focuses the first field, and isn't sent", async () => {
  const sent = fakeApi(success());
  show();
  await userEvent.click(signInButton());
  expect(email()).toHaveAccessibleDescription("Email is required");
  expect(password()).toHaveAccessibleDescription("Password is required");
  expect(email()).toHaveFocus();
  await signInAs("ada@", "12345");
  expect(email()).toHaveAccessibleDescription("Invalid email address");
  expect(password()).toHaveAccessibleDescription("Password must be at least 6 characters");
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

it("a refused login shows an error above the form and keeps the input", async () => {
  fakeApi(refusal(401, "invalid_credentials", "Login Failed"));
  show();
  await signInAs("ada@example.com", "wrong password");
  expect(await screen.findByText(/Login Failed/)).toBeVisible();
  expect(email()).toHaveValue("ada@example.com");
  expect(password()).toHaveValue("wrong password");
  expect(currentUser()).toBeNull();
});

it("the login form after a sign-up tells the user to open the emailed link first", async () => {
  fakeApi(refusal(401, "invalid_credentials", "Login Failed"));
  showPart(
    <LoginForm email="ada@example.com" onEmailChange={() => {}} />,
    {},
    { from: "/", email: "ada@example.com", linkSent: true },
  );
  expect(screen.getByRole("status")).toHaveTextContent("We sent a link to ada@example.com.");
  await userEvent.type(password(), "Passw0rd");
  await userEvent.click(signInButton());
  expect(await screen.findByRole("alert")).toHaveTextContent("open the link we sent you first");
});

it("signing in disables the buttons, and then starts the user's session", async () => {
  const response = Promise.withResolvers<Response>();
  const sent = fakeApiAt({ "/auth/login": () => response.promise, "/settings": success() });
  show();
  await signInAs("ada@example.com", "Passw0rd");
  expect(screen.getByRole("button", { name: "Signing In..." })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Sign In with Google" })).toBeDisabled();
  expect(sent.filter(({ method }) => method === "POST")).toMatchObject([
    { path: "/api/v1/auth/login", body: { email: "ada@example.com", password: "Passw0rd" } },
  ]);
  response.resolve(success({ user: account({ _id: "ada" }) })());
  await waitFor(() => expect(currentUser()).toMatchObject({ id: "ada" }));
});

it("a user can show and hide the password", async () => {
  fakeApi(success());
  show();
  expect(password()).toHaveAttribute("type", "password");
  await click("Show password");
  expect(password()).toHaveAttribute("type", "text");
  await click("Hide password");
  expect(password()).toHaveAttribute("type", "password");
});

it("the Google button says that Google sign-in isn't available on this site", async () => {
  fakeApi(success({ settings: SETTINGS }));
  show();
  await click("Sign In with Google");
  expect(await screen.findByText("Google sign-in isn't available here. Use your email and password.")).toBeVisible();
});
