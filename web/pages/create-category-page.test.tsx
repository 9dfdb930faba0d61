import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import CreateCategoryPage from "./create-category-page.tsx";

const ANTIQUES = { _id: "antiques", name: "Antiques", description: "Old things" };
const STAMPS = { _id: "stamps", name: "Stamps", description: "Small things" };

function show(creation: () => Response | Promise<Response> = success({ category: STAMPS }), categories = [ANTIQUES]) {
  let allCategories = categories;
  const sent = fakeApiAt({
    "/auction/getAllCategories": () => success({ categories: allCategories })(),
    "/auction/createCategory": async () => {
      const response = await creation();
      if (response.ok) allCategories = [...allCategories, STAMPS];
      return response;
    },
  });
  showPart(
    <>
      <CreateCategoryPage />
      <ToastHost />
    </>,
  );
  return sent;
}

const name = () => screen.getByLabelText("Name of Category");
const description = () => screen.getByLabelText("Description of Category");
const create = () => screen.getByRole("button", { name: "Create Category" });
const names = () => screen.getAllByRole("listitem").map((item) => item.textContent);

async function fill() {
  await userEvent.type(name(), "Stamps");
  await userEvent.type(description(), "Small things");
  await userEvent.click(create());
}

it("missing category fields show errors", async () => {
  const sent = show();
  await screen.findByText("Antiques");
  await userEvent.click(create());
  expect(name()).toHaveAccessibleDescription("Please enter Name of Category");
  expect(description()).toHaveAccessibleDescription("Please enter Description");
  expect(name()).toHaveFocus();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

it("a new category appears in the list, and the form is cleared", async () => {
  const response = Promise.withResolvers<Response>();
  show(() => response.promise);
  await screen.findByText("Antiques");
  await fill();
  expect(screen.getByRole("button", { name: "Creating..." })).toBeDisabled();
  response.resolve(success({ category: STAMPS })());
  await waitFor(() => expect(names()).toEqual(["Antiques", "Stamps"]));
  expect(name()).toHaveValue("");
  expect(description()).toHaveValue("");
  expect(await screen.findByText("Category Created")).toBeVisible();
});

it("a taken category name shows an error at its field and keeps the input", async () => {
  show(refusal(409, "category_exists", "A category with this name already exists. Choose another name."));
  await screen.findByText("Antiques");
  await fill();
  await waitFor(() =>
    expect(name()).toHaveAccessibleDescription("A category with this name already exists. Choose another name."),
  );
  expect(name()).toHaveValue("Stamps");
  expect(description()).toHaveValue("Small things");
  expect(await screen.findByText("Failed to create Category. Please try again.")).toBeVisible();
});

it("the form shows how long to wait after too many requests, and keeps the input", async () => {
  const message = "Too many requests. Try again in 12 seconds.";
  show(refusal(429, "too_many_requests", message, { retryAfter: 12 }));
  await screen.findByText("Antiques");
  await fill();
  expect(await screen.findByText(message)).toBeVisible();
  expect(name()).toHaveValue("Stamps");
  expect(description()).toHaveValue("Small things");
  expect(create()).toBeEnabled();
});

it("the page says that there are no categories", async () => {
  show(undefined, []);
  expect(await screen.findByText("No Categories Yet!!")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Some Famous Categories already used:" })).toBeVisible();
});
