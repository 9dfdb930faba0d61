/**
 * Whether this deployment shows the sample texts of the original specification (`FIXED_TEXTS`). The Worker writes it
 * into the page. An answer would come later, and until then one of the two would show the wrong texts.
 */
export function showsSamples(): boolean {
  return document.documentElement.dataset["fixedTexts"] !== "real";
}
