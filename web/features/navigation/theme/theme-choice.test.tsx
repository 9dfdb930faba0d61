import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import themeScript from "../../../theme.js?raw";
import { ThemeChoice } from "./theme-choice.tsx";

/** The page's script, as the browser runs it before the page is drawn. */
function loadPage(): void {
  document.head.innerHTML = '<meta name="theme-color" content="system" />';
  // oxlint-disable-next-line typescript/no-implied-eval -- it's a plain script, not a module
  new Function(themeScript)();
}

const radio = (name: string) => screen.getByRole("radio", { name });
const appliedTheme = () => document.documentElement.dataset["theme"];
const barColor = () => document.querySelector("meta")?.content;

it("the user chooses a theme by keyboard, and it applies right away and stays", async () => {
  loadPage();
  expect(appliedTheme()).toBeUndefined();
  render(<ThemeChoice />);
  expect(screen.getByRole("group", { name: "Theme" })).toBeVisible();
  expect(radio("System")).toBeChecked();
  await userEvent.tab();
  await userEvent.keyboard("{ArrowUp}");
  expect(radio("Dark")).toBeChecked();
  expect([appliedTheme(), barColor()]).toEqual(["dark", "#131210"]);
  loadPage();
  expect(appliedTheme()).toBe("dark");
  await userEvent.click(radio("System"));
  expect([appliedTheme(), barColor()]).toEqual([undefined, "system"]);
  expect(localStorage.getItem("theme")).toBeNull();
});

it("the page follows another tab's theme, or the system's if that theme is unknown", async () => {
  loadPage();
  render(<ThemeChoice />);
  localStorage.setItem("theme", "light");
  dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: localStorage.getItem("theme") }));
  expect(await screen.findByRole("radio", { name: "Light", checked: true })).toBeVisible();
  expect(appliedTheme()).toBe("light");
  localStorage.setItem("theme", "toString");
  dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: localStorage.getItem("theme") }));
  expect(await screen.findByRole("radio", { name: "System", checked: true })).toBeVisible();
  expect(appliedTheme()).toBeUndefined();
});
