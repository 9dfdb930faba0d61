import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, it } from "vitest";

import { click } from "../../../testing/click.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { CategoryField } from "./category-field.tsx";
import type { Listing, ListingValues } from "./listing-schema.ts";
import { EMPTY_CONTENT } from "./use-listing-form.ts";

function EmptyForm() {
  const { control } = useForm<ListingValues, unknown, Listing>({ defaultValues: EMPTY_CONTENT.values });
  // A select's list opens inside the page's main landmark.
  return (
    <main>
      <CategoryField control={control} />
    </main>
  );
}

const options = async () => {
  await userEvent.click(screen.getByRole("combobox", { name: "Category" }));
  const texts = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  await userEvent.keyboard("{Escape}");
  return texts;
};

it("the form says that it can't load the categories, and offers to try again", async () => {
  const category = { _id: "antiques", name: "Antiques", description: "" };
  fakeApi(refusal(500, "internal_error", "Something went wrong"), success({ categories: [category] }));
  showPart(<EmptyForm />);
  expect(await screen.findByText("Failed to display Category")).toBeVisible();
  expect(await options()).toEqual(["Choose a Category"]);
  await click("Try again");
  await expect.poll(() => screen.queryByText("Failed to display Category")).toBeNull();
  expect(await options()).toEqual(["Choose a Category", "Antiques"]);
});
