import { expect, it } from "vitest";

import { imageUrl } from "../contract/fields.ts";
import { arrangeImages } from "./arrangement.ts";

const [A, B, C, N, M] = ["auctions/l/a", "auctions/l/b", "auctions/l/c", "auctions/l/n", "auctions/l/m"];

it.each([
  ["no image changes nothing", { further: [] }, [A, B]],
  ["a cover replaces the old one", { cover: N, further: [] }, [N, B]],
  ["an empty cover removes the old one", { cover: null, further: [] }, [B]],
  ["extra images follow the current ones", { further: [N, M] }, [A, B, N, M]],
  ["an image that the listing already has is not added again", { further: [B] }, [A, B]],
])("images sent without an order: %s", (_rule, sent, expected) => {
  expect(arrangeImages([A, B], sent)).toEqual(expected);
});

it("the first image becomes the cover if the listing had none", () => {
  expect(arrangeImages([], { further: [N, M] })).toEqual([N, M]);
});

const url = imageUrl;

it.each([
  ["the current images, reversed", { further: [] }, [url(B), url(A)], [B, A]],
  ["some of the current images", { further: [] }, [url(B)], [B]],
  ["no images", { further: [] }, [], []],
  [
    "a new cover and a new image in the middle",
    { cover: N, further: [M] },
    ["image", url(A), "images", url(B)],
    [N, A, M, B],
  ],
  ["a new cover in the last place", { cover: N, further: [] }, [url(A), url(B), "image"], [A, B, N]],
  [
    "two new images, in the order in which they were sent",
    { further: [N, M] },
    ["images", url(A), "images"],
    [N, A, M],
  ],
])("an image order may list %s", (_what, sent, order, expected) => {
  expect(arrangeImages([A, B], sent, order)).toEqual(expected);
});

it.each([
  ["an image that the listing does not have", { further: [] }, [url(A), url(C)]],
  ["more new images than were sent", { further: [N] }, ["images", "images"]],
  ["fewer new images than were sent", { further: [N, M] }, ["images"]],
  ["a new cover that was not sent", { further: [] }, ["image"]],
  ["no place for the new cover", { cover: N, further: [] }, [url(A)]],
  ["another site's URL", { further: [] }, ["https://evil.example/x.png"]],
])("an image order is rejected if it has %s", (_what, sent, order) => {
  expect(arrangeImages([A, B], sent, order)).toBeNull();
});
