import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { PublicDetails } from "../../../worker/contract/listing-details.ts";
import { DetailsList } from "./details-list.tsx";

it.each<[PublicDetails, string[]]>([
  [{ condition: "likeNew" }, ["Condition", "Like new"]],
  [{ returns: "none", shipping: "none" }, ["Returns", "No returns", "Shipping", "Pickup only"]],
  [{ shipping: "arranged", location: "Oslo" }, ["Shipping", "By arrangement", "Location", "Oslo"]],
  [{ shipping: "price", shippingPrice: 12.5 }, ["Shipping", "$12.50"]],
  [{ shipping: "price", shippingPrice: 0 }, ["Shipping", "Free"]],
])("the details list puts %j into words", (details, words) => {
  render(<DetailsList details={details} currency="USD" />);
  const termsAndValues = [...screen.getByRole("region", { name: "Item details" }).querySelectorAll("dt, dd")];
  expect(termsAndValues.map(({ textContent }) => textContent)).toEqual(words);
});
