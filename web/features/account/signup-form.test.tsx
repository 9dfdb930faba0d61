import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { fakeApi, refusal, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import { SETTINGS } from "../../testing/people.ts";
import { aFileOf, aPicture } from "../../testing/pictures.ts";
import { SignupForm } from "./signup-form.tsx";

const settings = success({ settings: { ...SETTINGS, maxImageBytes: 1_048_576 } });

const field = (label: string) => screen.getByLabelText(label);
const submit = () => userEvent.click(screen.getByRole("button", { name: "Create Account" }));

async function fillIn(): Promise<void> {
  await userEvent.type(field("First name"), "Ada");
  await userEvent.type(field("Last name"), "Winter");
  await userEvent.type(field("Email"), "ada@example.com");
  await userEvent.type(field("Password"), "Passw0rd");
  await userEvent.type(field("Confirm password"), "Passw0rd");
  await userEvent.click(screen.getByRole("checkbox"));
}

it("missing sign-up fields show errors and the first gets the focus", async () => {
  const sent = fakeApi(settings);
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await submit();
  expect(field("First name")).toHaveAccessibleDescription("First name is required");
  expect(field("Last name")).toHaveAccessibleDescription("Last name is required");
  expect(field("Email")).toHaveAccessibleDescription("Email is required");
  expect(field("Password")).toHaveAccessibleDescription("Password is required");
  expect(field("Confirm password")).toHaveAccessibleDescription("Please confirm your password");
  expect(screen.getByRole("checkbox")).toHaveAccessibleDescription("You must agree to the terms and conditions");
  expect(field("First name")).toHaveFocus();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

it("invalid sign-up input shows an error at each field", async () => {
  fakeApi(settings);
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await userEvent.type(field("First name"), "A");
  await userEvent.type(field("Last name"), "W");
  await userEvent.type(field("Email"), "nowhere");
  await userEvent.type(field("Password"), "password");
  await userEvent.type(field("Confirm password"), "passwort");
  await submit();
  expect(field("First name")).toHaveAccessibleDescription("First name must be at least 2 characters");
  expect(field("Last name")).toHaveAccessibleDescription("Last name must be at least 2 characters");
  expect(field("Email")).toHaveAccessibleDescription("Invalid email address");
  expect(field("Password")).toHaveAccessibleDescription("Password must contain uppercase, lowercase, and number");
});

it("different passwords show an error", async () => {
  fakeApi(settings);
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await fillIn();
  await userEvent.type(field("Confirm password"), "!");
  await submit();
  expect(field("Confirm password")).toHaveAccessibleDescription("Passwords do not match");
});

it("a chosen photo is previewed and can be removed; a file that is not an image is refused", async () => {
  fakeApi(settings);
  showPart(<SignupForm email="" onEmail={() => {}} />);
  const photo = field("Photo (optional)");
  await userEvent.upload(photo, aPicture("me.png"));
  expect(await screen.findByRole("img", { name: "Preview of me.png" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
  await userEvent.upload(photo, aFileOf("%PDF-1.7", "me.jpg"));
  await waitFor(() => expect(photo).toHaveAccessibleDescription("This is a PDF. Save its page as JPEG or PNG."));
});

it("signing up sends the fields and the fixed role, and opens the login", async () => {
  const sent = fakeApi(settings, success({ linkSent: true }));
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await fillIn();
  await submit();
  expect(await screen.findByText("elsewhere")).toBeVisible();
  const body = sent.find(({ path }) => path === "/api/v1/auth/signup")?.body;
  if (!(body instanceof FormData)) throw new Error("sign-up is multipart");
  expect(Object.fromEntries(body)).toEqual({
    firstName: "Ada",
    lastName: "Winter",
    email: "ada@example.com",
    password: "Passw0rd",
    confirmPassword: "Passw0rd",
    role: "User",
  });
});

it("a refused sign-up shows at its field and keeps the input", async () => {
  const fields = { email: ["Invalid email address"] };
  fakeApi(
    settings,
    refusal(400, "invalid_input", "We couldn't accept some of the input. Check it and try again.", { fields }),
  );
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await fillIn();
  await submit();
  expect(await screen.findByText("Invalid email address")).toBeVisible();
  expect(field("Email")).toHaveAccessibleDescription("Invalid email address");
  expect(field("Email")).toHaveFocus();
  expect(field("Password")).toHaveValue("Passw0rd");
  expect(screen.getByRole("checkbox")).toBeChecked();
});

it("the terms and the privacy policy open in a new tab, so that what was typed stays", async () => {
  fakeApi(settings);
  showPart(<SignupForm email="" onEmail={() => {}} />);
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

it("a person with one name has one field for it, and can go back to two", async () => {
  const sent = fakeApi(settings, success({ linkSent: true }));
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await fillIn();
  await userEvent.click(screen.getByRole("button", { name: "I have only one name" }));
  expect(screen.queryByLabelText("Last name")).toBeNull();
  await userEvent.clear(field("Name"));
  await userEvent.type(field("Name"), "Suharto");
  await submit();
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain("/api/v1/auth/signup"));
  const body = sent.find(({ path }) => path === "/api/v1/auth/signup")?.body;
  if (!(body instanceof FormData)) throw new Error("sign-up is multipart");
  expect(Object.fromEntries(body)).toMatchObject({ firstName: "Suharto", lastName: "", oneName: "true" });
});

it("the last name is asked for again where there are two", async () => {
  fakeApi(settings);
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "I have only one name" }));
  await submit();
  expect(field("Name")).toHaveAccessibleDescription("First name is required");
  await userEvent.click(screen.getByRole("button", { name: "Add a last name" }));
  await submit();
  expect(field("Last name")).toHaveAccessibleDescription("Last name is required");
});

it("an address and a password may be typed in any form", async () => {
  const sent = fakeApi(settings, success({ linkSent: true }));
  showPart(<SignupForm email="" onEmail={() => {}} />);
  await userEvent.type(field("First name"), "李");
  await userEvent.type(field("Last name"), "伟");
  await userEvent.type(field("Email"), "form@пример.рф");
  await userEvent.type(field("Password"), "Blåbærgrød-7".normalize("NFD"));
  await userEvent.type(field("Confirm password"), "Blåbærgrød-7");
  await userEvent.click(screen.getByRole("checkbox"));
  await submit();
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain("/api/v1/auth/signup"));
  const body = sent.find(({ path }) => path === "/api/v1/auth/signup")?.body;
  if (!(body instanceof FormData)) throw new Error("sign-up is multipart");
  expect(Object.fromEntries(body)).toMatchObject({
    firstName: "李",
    lastName: "伟",
    email: "form@xn--e1afmkfd.xn--p1ai",
  });
});
