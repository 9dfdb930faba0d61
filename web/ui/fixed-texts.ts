/**
 * Whether this deployment shows the sample text of the original specification (`FIXED_TEXTS`). The Worker writes the
 * setting into the page. An API response would arrive too late, and the page would show the wrong text until then.
 */
export function showsSamples(): boolean {
  return document.documentElement.dataset["fixedTexts"] !== "real";
}
