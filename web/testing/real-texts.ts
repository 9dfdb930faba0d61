import { onTestFinished } from "vitest";

/** The page of a deployment that shows no samples (`FIXED_TEXTS`), until the end of the test. */
export function showRealTexts(): void {
  const { dataset } = document.documentElement;
  dataset["fixedTexts"] = "real";
  onTestFinished(() => void delete dataset["fixedTexts"]);
}
