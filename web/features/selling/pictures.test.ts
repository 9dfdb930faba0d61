import { expect, it } from "vitest";

import { changedPictures, movedTo, newFiles, picturesOf, withAdded, withCover, without } from "./pictures.ts";

const [A, B, C] = [{ url: "/a" }, { url: "/b" }, { url: "/c" }];
const file = (name: string) => new File([name], name, { type: "image/png" });
const STANDING = [A, B, C];

it("pictures that nobody touched are not sent", () => {
  expect(changedPictures(picturesOf(STANDING), STANDING)).toBeNull();
  expect(changedPictures([], [])).toBeNull();
});

it("another order, a picture less and a picture more are sent as the whole list", () => {
  const pictures = picturesOf(STANDING);
  expect(changedPictures(movedTo(pictures, "/c", 0), STANDING)).toEqual(["/c", "/a", "/b"]);
  expect(changedPictures(without(pictures, "/a"), STANDING)).toEqual(["/b", "/c"]);
  expect(changedPictures(without(picturesOf([A]), "/a"), [A])).toEqual([]);
  const more = file("more.png");
  expect(changedPictures(withAdded(pictures, [more]), STANDING)).toEqual(["/a", "/b", "/c", more]);
});

it("a new cover takes the place of the old one, which comes back when the new one is taken away", () => {
  const cover = file("cover.png");
  const changed = withCover(picturesOf(STANDING), cover);
  expect(changedPictures(changed, STANDING)).toEqual([cover, "/b", "/c"]);
  expect(newFiles(changed)).toEqual([cover]);
  expect(changedPictures(without(changed, "/a"), STANDING)).toBeNull();
});

it("the first that is chosen is the cover, and when it goes the next one is", () => {
  const [first, second] = [file("1.png"), file("2.png")];
  const pictures = withAdded(withCover([], first), [second]);
  expect(newFiles(pictures)).toEqual([first, second]);
  expect(newFiles(without(pictures, pictures[0]?.id ?? ""))).toEqual([second]);
});

it("a picture moves by one place and never past an end", () => {
  const pictures = picturesOf(STANDING);
  const order = (of: typeof pictures) => of.map(({ id }) => id);
  expect(order(movedTo(pictures, "/b", 2))).toEqual(["/a", "/c", "/b"]);
  expect(order(movedTo(pictures, "/b", -1))).toEqual(["/b", "/a", "/c"]);
  expect(order(movedTo(pictures, "/c", 9))).toEqual(["/a", "/b", "/c"]);
});
