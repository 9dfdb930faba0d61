/** What axe finds wrong with a page in its current state, in both colour schemes. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** WCAG 2.2 at level AA, `target-size` (of 24 px) included, and what axe recommends beyond it. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/**
 * What axe must not judge. Base UI's focus guards are hidden and take the focus, which would confuse a screen reader if
 * they kept it: they pass it on at once (see the test of the list of categories).
 */
const GUARDS = "[data-base-ui-focus-guard]";
const SCHEMES = ["light", "dark"] as const;

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await animationsEnd(page);
    // Our pages have no frames. Without this mode axe opens another page for each analysis, to join their results.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { passes, violations } = await axe.withTags(RULES).exclude(GUARDS).analyze();
    expect(passes.length, `${screen}: axe looked at nothing`).toBeGreaterThan(10);
    expect(passes, `${screen}: targets were not measured`).toContainEqual(
      expect.objectContaining({ id: "target-size" }),
    );
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} (${any[0]?.message ?? ""})`).join(" | ")}`,
    );
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * A colour that is just changing has no contrast worth measuring; an endless animation keeps its colours. One in a
 * closed `details` does not run until that is opened.
 */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isShown = (effect: AnimationEffect | null) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() === true;
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && isShown(effect));
    do {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)));
    } while (moving().length > 0);
  });
}

/** Pressing Tab moves the focus to something other than a guard. */
export async function expectNoGuardFocused(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expect(page.locator(`:focus:not(${GUARDS})`)).toBeAttached();
}
