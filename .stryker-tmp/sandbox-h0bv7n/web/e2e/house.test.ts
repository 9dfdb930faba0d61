// @ts-nocheck
import { expect, it } from "vitest";

import { newPerson } from "./browser.ts";

it("a visitor finds the house open: the landing page from the built Worker, without an error in the browser", async () => {
  const { page } = await newPerson("Vera");
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/");
  await page.getByRole("link", { name: "Auctions", exact: true }).first().waitFor();
  const health = await page.evaluate(async () => (await fetch("/api/v1/healthz")).json());
  expect(health).toMatchObject({ success: true });
  expect(errors).toEqual([]);
});
