import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import type { PriceRange } from "../../api/auctions.ts";
import { createClient } from "../../api/query-client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { click } from "../../testing/click.ts";
import { showPages } from "../../testing/page.tsx";
import { PriceFilter } from "./price-filter.tsx";

const queryClient = createClient();

function Page() {
  const [range, setRange] = useState<PriceRange>({});
  return <PriceFilter range={range} onChange={setRange} />;
}

function show() {
  queryClient.setQueryData(queryKeys.settings, { currency: "USD" });
  showPages({ "*": <Page /> }, "/", queryClient);
}

const control = (range: string) => screen.getByRole("button", { name: `Price: ${range}` });
const lowest = () => screen.getByRole("textbox", { name: "Lowest price" });
const highest = () => screen.getByRole("textbox", { name: "Highest price" });

it("the user sets, narrows and removes a price range", async () => {
  show();
  await userEvent.click(control("Any price"));
  await userEvent.type(lowest(), "1,500.50{Enter}");
  await userEvent.click(control("From $1,500.50"));
  expect(lowest()).toHaveValue("1500.50");
  await userEvent.type(highest(), "1000");
  await click("Apply");
  expect(screen.getByText("The highest price is below the lowest")).toBeVisible();
  await userEvent.type(highest(), "0");
  await click("Apply");
  await userEvent.click(control("$1,500.50 – $10,000"));
  expect(highest()).toHaveValue("10000");
  await userEvent.clear(lowest());
  await userEvent.keyboard("{Enter}");
  await userEvent.click(control("Up to $10,000"));
  await click("Any price");
  expect(control("Any price")).toBeVisible();
});

it("the field refuses text that isn't a price and keeps it", async () => {
  show();
  await userEvent.click(control("Any price"));
  await userEvent.type(lowest(), "ten{Enter}");
  expect(lowest()).toHaveAccessibleDescription(/digits/);
  expect(lowest()).toHaveValue("ten");
});
