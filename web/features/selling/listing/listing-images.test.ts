import { expect, it } from "vitest";

import {
  changedImages,
  moveImageTo,
  newFiles,
  imagesOf,
  withNewImages,
  withCover,
  withoutImage,
} from "./listing-images.ts";

const [A, B, C] = [{ url: "/a" }, { url: "/b" }, { url: "/c" }];
const file = (name: string) => new File([name], name, { type: "image/png" });
const CURRENT = [A, B, C];

it("the form doesn't send unchanged images", () => {
  expect(changedImages(imagesOf(CURRENT), CURRENT)).toBeNull();
  expect(changedImages([], [])).toBeNull();
});

it("reordering, removing or adding an image sends the whole list", () => {
  const images = imagesOf(CURRENT);
  expect(changedImages(moveImageTo(images, "/c", 0), CURRENT)).toEqual(["/c", "/a", "/b"]);
  expect(changedImages(withoutImage(images, "/a"), CURRENT)).toEqual(["/b", "/c"]);
  expect(changedImages(withoutImage(imagesOf([A]), "/a"), [A])).toEqual([]);
  const more = file("more.png");
  expect(changedImages(withNewImages(images, [more]), CURRENT)).toEqual(["/a", "/b", "/c", more]);
});

it("a new cover replaces the old one, which returns when the new one is removed", () => {
  const cover = file("cover.png");
  const withNewCover = withCover(imagesOf(CURRENT), cover);
  expect(changedImages(withNewCover, CURRENT)).toEqual([cover, "/b", "/c"]);
  expect(newFiles(withNewCover)).toEqual([cover]);
  expect(changedImages(withoutImage(withNewCover, "/a"), CURRENT)).toBeNull();
});

it("the first image chosen is the cover, and removing it makes the second the cover", () => {
  const [first, second] = [file("1.png"), file("2.png")];
  const images = withNewImages(withCover([], first), [second]);
  expect(newFiles(images)).toEqual([first, second]);
  expect(newFiles(withoutImage(images, images[0]?.id ?? ""))).toEqual([second]);
});

it("an image moves to a given place, and never past either end", () => {
  const images = imagesOf(CURRENT);
  const order = (ordered: typeof images) => ordered.map(({ id }) => id);
  expect(order(moveImageTo(images, "/b", 2))).toEqual(["/a", "/c", "/b"]);
  expect(order(moveImageTo(images, "/b", -1))).toEqual(["/b", "/a", "/c"]);
  expect(order(moveImageTo(images, "/c", 9))).toEqual(["/a", "/b", "/c"]);
});
