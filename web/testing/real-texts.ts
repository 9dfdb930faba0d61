import { onTestFinished } from "vitest";

/** Shows the page as a deployment without samples does (`FIXED_TEXTS`), until the end of the test. */
export function showRealTexts(): void {
  const { dataset } = document.documentElement;
  dataset["fixedTexts"] = "real";
  onTestFinished(() => void delete dataset["fixedTexts"]);
}
