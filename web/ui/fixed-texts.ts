/**
 * Whether this deployment shows the sample texts of the original specification (`FIXED_TEXTS`). The Worker writes it into
 * the page: an answer would come later, and what was shown until then would be wrong in one of the two.
 */
export function showsSamples(): boolean {
  return document.documentElement.dataset["fixedTexts"] !== "real";
}
