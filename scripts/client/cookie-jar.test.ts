import { expect, it } from "vitest";

import { CookieJar } from "./cookie-jar.ts";

it("the client keeps each cookie's newest value, and drops cleared cookies", () => {
  const cookies = new CookieJar("session=one; device=mine");
  expect(cookies.header).toBe("session=one; device=mine");
  cookies.store(["session=two=; Path=/; HttpOnly; Max-Age=604800", "other=x; Max-Age=05"]);
  expect(cookies.header).toBe("session=two=; device=mine; other=x");
  cookies.store(["session=; Max-Age=0; Path=/"]);
  expect(cookies.header).toBe("device=mine; other=x");
});

it("the client sends no cookie header before a cookie is set", () => {
  expect(new CookieJar().header).toBe("");
});
