import { expect, it } from "vitest";

import { Cookies } from "./cookies.ts";

it("keeps the newest value of each cookie, and none that was cleared", () => {
  const cookies = new Cookies("session=one; device=mine");
  expect(cookies.header).toBe("session=one; device=mine");
  cookies.take(["session=two=; Path=/; HttpOnly; Max-Age=604800", "other=x; Max-Age=05"]);
  expect(cookies.header).toBe("session=two=; device=mine; other=x");
  cookies.take(["session=; Max-Age=0; Path=/"]);
  expect(cookies.header).toBe("device=mine; other=x");
});

it("sends nothing before anything is set", () => {
  expect(new Cookies().header).toBe("");
});
