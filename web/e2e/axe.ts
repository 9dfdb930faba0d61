/** What axe finds wrong with a page as it stands, in both colour schemes. */
import { createRequire } from "node:module";

import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

declare global {
  interface Window {
    readonly axe: { readonly run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
  }
}

/**
 * What axe must not judge. Base UI's focus guards are hidden and take the focus, which would strand a reader of the
 * screen, if they kept it: they hand it on at once (see the test of the list of categories).
 */
const GUARDS = "[data-base-ui-focus-guard]";
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SCHEMES = ["light", "dark"] as const;

/** To be called before the page is opened: our pages take no foreign script afterwards. */
export async function prepareAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: AXE });
}

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async (guards) => {
      // A colour that is just changing has no contrast worth measuring; what breathes for ever keeps its colours.
      const moving = () =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      do {
        await nextFrame();
        await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)));
      } while (moving().length > 0);
      const { violations, passes } = await window.axe.run({ exclude: [guards] }, { resultTypes: ["violations"] });
      return {
        checked: passes.length,
        violations: violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} (${any[0]?.message ?? ""})`).join(" | ")}`,
        ),
      };
    }, GUARDS);
    expect(found.checked, `${screen}: axe looked at nothing`).toBeGreaterThan(10);
    expect.soft(found.violations, `${screen}, ${colorScheme}`).toEqual([]);
  }
}

/** Tabbing on leaves the focus on something, and on no guard. */
export async function expectNoGuardFocused(page: Page): Promise<void> {
  const guarded = page.locator(`:focus:not(${GUARDS})`);
  await page.keyboard.press("Tab");
  await guarded.waitFor({ state: "attached" });
}
