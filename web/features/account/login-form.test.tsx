import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { currentUser } from "../../api/session.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { SETTINGS } from "../../testing/people.ts";
import { LoginForm } from "./login-form.tsx";

const email = () => screen.getByRole("textbox", { name: "Email" });
const password = () => screen.getByLabelText("Password");
const signIn = () => screen.getByRole("button", { name: "Sign In" });

it("missing login fields show errors, the first gets the focus, and nothing is sent", async () => {
  const sent = fakeApi(success());
  showPart(<LoginForm email="" onEmail={() => {}} />);
  await userEvent.click(signIn());
  expect(email()).toHaveAccessibleDescription("Email is required");
  expect(password()).toHaveAccessibleDescription("Password is required");
  expect(email()).toHaveFocus();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

it("invalid login input shows an error at each field", async () => {
  fakeApi(success());
  showPart(<LoginForm email="" onEmail={() => {}} />);
  await userEvent.type(email(), "ada@");
  await userEvent.type(password(), "12345");
  await userEvent.click(signIn());
  expect(email()).toHaveAccessibleDescription("Invalid email address");
  expect(password()).toHaveAccessibleDescription("Password must be at least 6 characters");
});

it("a refused login shows above the form and keeps the input", async () => {
  fakeApi(refusal(401, "invalid_credentials", "Login Failed"));
  showPart(<LoginForm email="" onEmail={() => {}} />);
  await userEvent.type(email(), "ada@example.com");
  await userEvent.type(password(), "wrong password");
  await userEvent.click(signIn());
  expect(await screen.findByText(/Login Failed/)).toBeVisible();
  expect(email()).toHaveValue("ada@example.com");
  expect(password()).toHaveValue("wrong password");
  expect(currentUser()).toBeNull();
});

it("after a sign-up it says that a link was sent, and after a refusal to open that first", async () => {
  fakeApi(refusal(401, "invalid_credentials", "Login Failed"));
  showPart(
    <LoginForm email="ada@example.com" onEmail={() => {}} />,
    {},
    { from: "/", email: "ada@example.com", linkSent: true },
  );
  expect(screen.getByRole("status")).toHaveTextContent("We sent a link to ada@example.com.");
  await userEvent.type(password(), "Passw0rd");
  await userEvent.click(signIn());
  expect(await screen.findByRole("alert")).toHaveTextContent("open the link we sent you first");
});

it("the login buttons are disabled while it runs, and the session then has the person", async () => {
  const answer = Promise.withResolvers<Response>();
  const sent = fakeApiAt({ "/auth/login": () => answer.promise, "/settings": success() });
  showPart(<LoginForm email="" onEmail={() => {}} />);
  await userEvent.type(email(), "ada@example.com");
  await userEvent.type(password(), "Passw0rd");
  await userEvent.click(signIn());
  expect(screen.getByRole("button", { name: "Signing In..." })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Sign In with Google" })).toBeDisabled();
  expect(sent.filter(({ method }) => method === "POST")).toMatchObject([
    { path: "/api/v1/auth/login", body: { email: "ada@example.com", password: "Passw0rd" } },
  ]);
  const user = { _id: "ada", id: "ada", name: "Ada Winter", firstName: "Ada", lastName: "Winter", image: null };
  const more = {
    email: "ada@example.com",
    emailProven: true,
    role: "User",
    createdAt: "2030-01-01T00:00:00Z",
    products: [],
    winnings: [],
  };
  answer.resolve(success({ user: { ...user, ...more } })());
  await waitFor(() => expect(currentUser()).toMatchObject({ id: "ada" }));
});

it("the password can be shown and hidden", async () => {
  fakeApi(success());
  showPart(<LoginForm email="" onEmail={() => {}} />);
  expect(password()).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(password()).toHaveAttribute("type", "text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(password()).toHaveAttribute("type", "password");
});

it("signing in with Google says so when this deployment does not offer it", async () => {
  fakeApi(success({ settings: SETTINGS }));
  showPart(<LoginForm email="" onEmail={() => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Sign In with Google" }));
  expect(await screen.findByText("Google sign-in isn't available here. Use your email and password.")).toBeVisible();
});
