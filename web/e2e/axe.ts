/** The problems that axe finds on a page in its current state, in both color schemes. */
import { expect, type Page } from "@playwright/test";
import axe, { type RunOnly } from "axe-core";

/** WCAG 2.2 level AA, including `target-size` (24 px), plus axe's own best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/**
 * Excluded from axe: Base UI's focus guards. They're hidden but can get focus, which would confuse a screen reader if
 * focus stayed there. They move focus on right away, which the test of the selling screens checks.
 */
const GUARDS = "[data-base-ui-focus-guard]";
/** The rules whose result depends on the color scheme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** `hasPlainText`: whether the screen has text on a plain color. Axe can't tell the contrast of text over images. */
export async function expectAccessible(page: Page, screen: string, hasPlainText = true): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  const { passes, violations } = await analyze(page, { type: "tag", values: RULES });
  expect(passes.length, `${screen}: axe looked at nothing`).toBeGreaterThan(10);
  expect(passes, `${screen}: targets were not measured`).toContain("target-size");
  expect.soft(violations, `${screen}, light`).toEqual([]);

  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await analyze(page, { type: "rule", values: COLOR_RULES });
  expect(dark.passes.includes("color-contrast"), `${screen}: contrast was not measured`).toBe(hasPlainText);
  expect.soft(dark.violations, `${screen}, dark`).toEqual([]);
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The rules that the page passes, and its violations. */
async function analyze(page: Page, runOnly: RunOnly): Promise<{ passes: string[]; violations: string[] }> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    ([exclude, rules]) =>
      // For passes, reports only the rules instead of every element.
      window.axe?.run({ exclude }, { runOnly: rules, resultTypes: ["violations"] }),
    [GUARDS, runOnly] as const,
  );
  const { passes = [], violations = [] } = results ?? {};
  return {
    passes: passes.map(({ id }) => id),
    violations: violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} (${any[0]?.message ?? ""})`).join(" | ")}`,
    ),
  };
}

/**
 * Waits for animations, because a color in transition has no meaningful contrast. Endless animations keep their colors,
 * and one in a closed `details` doesn't run until it's opened.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isShown = (effect: AnimationEffect | null) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() === true;
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && isShown(effect));
    do {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.all(runningAnimations().map(({ finished }) => finished.catch(() => undefined)));
    } while (runningAnimations().length > 0);
  });
}

/** Checks that pressing Tab doesn't leave focus on a guard. */
export async function expectNoGuardFocused(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expect(page.locator(`:focus:not(${GUARDS})`)).toBeAttached();
}
