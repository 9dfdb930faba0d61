import { describe, expect, it } from "vitest";

import { imageUrl } from "../contract/fields.ts";
import { arrange } from "./arrangement.ts";

const [A, B, C, N, M] = ["auctions/l/a", "auctions/l/b", "auctions/l/c", "auctions/l/n", "auctions/l/m"];

describe("without an order", () => {
  it.each([
    ["nothing", { further: [] }, [A, B]],
    ["a cover in the place of the old one", { cover: N, further: [] }, [N, B]],
    ["an empty cover, which takes the old one away", { cover: null, further: [] }, [B]],
    ["further pictures, which follow", { further: [N, M] }, [A, B, N, M]],
    ["a picture that stands already", { further: [B] }, [A, B]],
  ])("is sent %s", (_what, sent, expected) => {
    expect(arrange([A, B], sent)).toEqual(expected);
  });

  it("the first that is sent is the cover where none was", () => {
    expect(arrange([], { further: [N, M] })).toEqual([N, M]);
  });
});

describe("with an order", () => {
  const url = imageUrl;

  it.each([
    ["what stands, turned around", { further: [] }, [url(B), url(A)], [B, A]],
    ["less than what stands", { further: [] }, [url(B)], [B]],
    ["none at all", { further: [] }, [], []],
    [
      "a new cover and a new one in the middle",
      { cover: N, further: [M] },
      ["image", url(A), "images", url(B)],
      [N, A, M, B],
    ],
    ["a new cover that is put last", { cover: N, further: [] }, [url(A), url(B), "image"], [A, B, N]],
    [
      "two new ones, in the order in which they were sent",
      { further: [N, M] },
      ["images", url(A), "images"],
      [N, A, M],
    ],
  ])("is %s", (_what, sent, order, expected) => {
    expect(arrange([A, B], sent, order)).toEqual(expected);
  });

  it.each([
    ["a picture that does not stand", { further: [] }, [url(A), url(C)]],
    ["more new ones than were sent", { further: [N] }, ["images", "images"]],
    ["fewer new ones than were sent", { further: [N, M] }, ["images"]],
    ["a new cover that was not sent", { further: [] }, ["image"]],
    ["no place for the new cover", { cover: N, further: [] }, [url(A)]],
    ["somebody's address", { further: [] }, ["https://evil.example/x.png"]],
  ])("is refused when it names %s", (_what, sent, order) => {
    expect(arrange([A, B], sent, order)).toBeNull();
  });
});
