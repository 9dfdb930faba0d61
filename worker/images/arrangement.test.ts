import { expect, it } from "vitest";

import { imageUrl } from "../contract/fields.ts";
import { arrangeImages } from "./arrangement.ts";

const [A, B, C, N, M] = ["auctions/l/a", "auctions/l/b", "auctions/l/c", "auctions/l/n", "auctions/l/m"];

it.each([
  ["sending no images changes nothing", { additional: [] }, [A, B]],
  ["a cover replaces the old one", { cover: N, additional: [] }, [N, B]],
  ["an empty cover removes the old one", { cover: null, additional: [] }, [B]],
  ["extra images follow the current ones", { additional: [N, M] }, [A, B, N, M]],
  ["an image that is already listed isn't added again", { additional: [B] }, [A, B]],
])("without an image order, %s", (_rule, sent, expected) => {
  expect(arrangeImages([A, B], sent)).toEqual(expected);
});

it("the first image becomes the cover if the listing had none", () => {
  expect(arrangeImages([], { additional: [N, M] })).toEqual([N, M]);
});

const url = imageUrl;

it.each([
  ["the current images, reversed", { additional: [] }, [url(B), url(A)], [B, A]],
  ["some of the current images", { additional: [] }, [url(B)], [B]],
  ["no images", { additional: [] }, [], []],
  [
    "a new cover and a new image in the middle",
    { cover: N, additional: [M] },
    ["image", url(A), "images", url(B)],
    [N, A, M, B],
  ],
  ["a new cover in the last place", { cover: N, additional: [] }, [url(A), url(B), "image"], [A, B, N]],
  [
    "two new images, in the order in which they were sent",
    { additional: [N, M] },
    ["images", url(A), "images"],
    [N, A, M],
  ],
])("an image order may list %s", (_what, sent, order, expected) => {
  expect(arrangeImages([A, B], sent, order)).toEqual(expected);
});

it.each([
  ["an image that the listing does not have", { additional: [] }, [url(A), url(C)]],
  ["more new images than were sent", { additional: [N] }, ["images", "images"]],
  ["fewer new images than were sent", { additional: [N, M] }, ["images"]],
  ["a new cover that was not sent", { additional: [] }, ["image"]],
  ["no place for the new cover", { cover: N, additional: [] }, [url(A)]],
  ["another site's URL", { additional: [] }, ["https://evil.example/x.png"]],
])("an image order is rejected if it has %s", (_what, sent, order) => {
  expect(arrangeImages([A, B], sent, order)).toBeNull();
});
