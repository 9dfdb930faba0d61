import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { click } from "../../testing/click.ts";
import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { aFileStartingWith, anImageFile } from "../../testing/images.ts";
import { showPart } from "../../testing/page.tsx";
import { SETTINGS } from "../../testing/people.ts";
import { SignupForm } from "./signup-form.tsx";

const settings = success({ settings: { ...SETTINGS, maxImageBytes: 1_048_576 } });

const field = (label: string) => screen.getByLabelText(label);
const submit = () => click("Create Account");

async function fillIn(): Promise<void> {
  await userEvent.type(field("First name"), "Ada");
  await userEvent.type(field("Last name"), "Winter");
  await userEvent.type(field("Email"), "ada@example.com");
  await userEvent.type(field("Password"), "Passw0rd");
  await userEvent.type(field("Confirm password"), "Passw0rd");
  await userEvent.click(screen.getByRole("checkbox"));
}

function show(...responses: Parameters<typeof fakeApi>) {
  const sent = fakeApi(settings, ...responses);
  showPart(<SignupForm email="" onEmailChange={() => {}} />);
  return sent;
}
/** The fields that a sign-up has sent. */
async function sentFields(sent: ReturnType<typeof show>) {
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain("/api/v1/auth/signup"));
  const body = sent.find(({ path }) => path === "/api/v1/auth/signup")?.body;
  if (!(body instanceof FormData)) throw new Error("sign-up is multipart");
  return Object.fromEntries(body);
}
const problems = () =>
  ["First name", "Last name", "Email", "Password", "Confirm password"].map((label) => {
    const id = field(label).getAttribute("aria-describedby") ?? "";
    return document.querySelector(`[id="${id}"]`)?.textContent;
  });

it("a sign-up form without input shows errors and focuses its first field", async () => {
  const sent = show();
  await submit();
  expect(problems()).toEqual([
    "First name is required",
    "Last name is required",
    "Email is required",
    "Password is required",
    "Please confirm your password",
  ]);
  expect(screen.getByRole("checkbox")).toHaveAccessibleDescription("You must agree to the terms and conditions");
  expect(field("First name")).toHaveFocus();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

it("invalid sign-up input shows an error at each invalid field", async () => {
  show();
  await fillIn();
  await userEvent.clear(field("Email"));
  await userEvent.type(field("Email"), "nowhere");
  await userEvent.type(field("Confirm password"), "!");
  await submit();
  expect(field("Email")).toHaveAccessibleDescription("Invalid email address");
  expect(field("Confirm password")).toHaveAccessibleDescription("Passwords do not match");
});

it("the sign-up form previews a photo, lets the user remove it, and refuses a PDF", async () => {
  show();
  const photo = field("Photo (optional)");
  await userEvent.upload(photo, anImageFile("me.png"));
  expect(await screen.findByRole("img", { name: "Preview of me.png" })).toBeVisible();
  await click("Remove");
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
  await userEvent.upload(photo, aFileStartingWith("%PDF-1.7", "me.jpg"));
  await waitFor(() => expect(photo).toHaveAccessibleDescription("This is a PDF. Save its page as JPEG or PNG."));
});

it("signing up sends the fields with the fixed role and opens the login page", async () => {
  const sent = show(success({ linkSent: true }));
  await fillIn();
  await submit();
  expect(await screen.findByText("elsewhere")).toBeVisible();
  expect(await sentFields(sent)).toEqual({
    firstName: "Ada",
    lastName: "Winter",
    email: "ada@example.com",
    password: "Passw0rd",
    confirmPassword: "Passw0rd",
    role: "User",
  });
});

it("a refused sign-up shows the error at the email field and keeps the input", async () => {
  const fields = { email: ["Invalid email address"] };
  show(refusal(400, "invalid_input", "We couldn't accept some of the input.", { fields }));
  await fillIn();
  await submit();
  await waitFor(() => expect(field("Email")).toHaveAccessibleDescription("Invalid email address"));
  expect(field("Email")).toHaveFocus();
  expect(field("Password")).toHaveValue("Passw0rd");
  expect(screen.getByRole("checkbox")).toBeChecked();
});

it("the terms and the privacy policy open in a new tab to keep typed text", () => {
  show();
  const sentence = "I agree to the terms and conditions and the privacy policy";
  expect(screen.getByRole("checkbox", { name: sentence })).toBeVisible();
  for (const [name, address] of [
    ["terms and conditions", "/terms"],
    ["privacy policy", "/privacy"],
  ] as const) {
    const link = screen.getByRole("link", { name });
    expect(link).toHaveAttribute("href", address);
    expect(link).toHaveAttribute("target", "_blank");
  }
});

it("a user with one name gets one field for it and can switch back to two", async () => {
  const sent = show(success({ linkSent: true }));
  await fillIn();
  await click("I have only one name");
  expect(screen.queryByLabelText("Last name")).toBeNull();
  await userEvent.clear(field("Name"));
  await submit();
  expect(field("Name")).toHaveAccessibleDescription("First name is required");
  await click("Add a last name");
  await userEvent.clear(field("Last name"));
  await submit();
  expect(field("Last name")).toHaveAccessibleDescription("Last name is required");
  await click("I have only one name");
  await userEvent.type(field("Name"), "Suharto");
  await submit();
  expect(await sentFields(sent)).toMatchObject({ firstName: "Suharto", lastName: "", oneName: "true" });
});
