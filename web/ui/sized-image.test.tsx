import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Image } from "../../worker/contract/catalogue.ts";
import { SizedImage } from "./sized-image.tsx";

const IMAGE_URL = "/api/v1/images/auctions/a/b-1200x900-a1b2c3";

function renderImage(image: Image | null): HTMLElement {
  render(<SizedImage image={image} alt="A telescope" width={640} height={480} sizes="25rem" />);
  return screen.getByRole("img", { name: "A telescope" });
}

it("an image comes in every width up to its own, and reserves its space and color", () => {
  const image = renderImage({ url: IMAGE_URL, width: 1200, height: 900, tint: "#a1b2c3" });
  expect(image.getAttribute("srcset")?.split(", ")).toEqual([
    `${IMAGE_URL}?w=80 80w`,
    `${IMAGE_URL}?w=160 160w`,
    `${IMAGE_URL}?w=320 320w`,
    `${IMAGE_URL}?w=480 480w`,
    `${IMAGE_URL}?w=640 640w`,
    `${IMAGE_URL}?w=960 960w`,
    `${IMAGE_URL}?w=1280 1200w`,
  ]);
  expect(image).toHaveAttribute("sizes", "25rem");
  expect(image).toHaveAttribute("src", `${IMAGE_URL}?w=640`);
  expect([image.getAttribute("width"), image.getAttribute("height")]).toEqual(["640", "480"]);
  expect(image).toHaveStyle({ backgroundColor: "#a1b2c3" });
});

it("an image of unknown size comes in every width", () => {
  expect(renderImage({ url: IMAGE_URL })).toHaveAttribute(
    "srcset",
    expect.stringContaining(`${IMAGE_URL}?w=1920 1920w`),
  );
});

it("the default image replaces an image that can't be read", () => {
  const image = renderImage({ url: IMAGE_URL, width: 1200, height: 900 });
  fireEvent.error(image);
  expect(image).toHaveAttribute("src", "/default-auction.svg");
  expect(image).not.toHaveAttribute("srcset");
});
