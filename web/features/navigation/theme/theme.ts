/** The color theme chosen in this browser. `web/theme.js` applies it, starting before the first paint. */
import { storeChoice, useStoredChoice } from "../../../browser/stored-choice.ts";

const STORAGE_KEY = "theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function chooseTheme(theme: Theme): void {
  storeChoice(STORAGE_KEY, theme === "system" ? null : theme);
}

export function useTheme(): Theme {
  const chosen = useStoredChoice(STORAGE_KEY);
  return THEMES.find((theme) => theme === chosen) ?? "system";
}
