import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import { fakeApiAt, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { SETTINGS } from "../testing/people.ts";
import { Link } from "../ui/link.tsx";
import LoginPage from "./login-page.tsx";
import SignupPage from "./signup-page.tsx";

beforeEach(() => {
  fakeApiAt({ "/settings": success({ settings: SETTINGS }), "/auction/featured": success({ featured: [] }) });
});

/** The header's links, which aren't part of the forms. */
const HEADER = (
  <>
    <Link to="/here">To login</Link>
    <Link to="/signup">To sign up</Link>
  </>
);

function show() {
  const login = (
    <>
      {HEADER}
      <LoginPage />
    </>
  );
  const signup = (
    <>
      {HEADER}
      <SignupPage />
    </>
  );
  showPart(login, { "/signup": signup, "/login": login });
}
const email = () => screen.findByRole("textbox", { name: "Email" });
const follow = (name: string) => userEvent.click(screen.getByRole("link", { name }));

it.each([
  ["the forms' own links", "Sign up", "Login"],
  ["the header's links", "To sign up", "To login"],
])("an email typed at login moves to sign-up and back through %s", async (_way, toSignup, toLogin) => {
  show();
  await userEvent.type(await email(), "ada@example.com");
  await follow(toSignup);
  expect(await screen.findByRole("heading", { name: "Create Account" })).toBeVisible();
  expect(await email()).toHaveValue("ada@example.com");
  await userEvent.type(await email(), ".au");
  await follow(toLogin);
  expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeVisible();
  expect(await email()).toHaveValue("ada@example.com.au");
});

it("an email cleared at sign-up is also empty at login", async () => {
  show();
  await userEvent.type(await email(), "ada@example.com");
  await follow("Sign up");
  await userEvent.clear(await email());
  await follow("Login");
  expect(await email()).toHaveValue("");
});
