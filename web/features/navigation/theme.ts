/** The color theme chosen in this browser. `web/theme.js` applies it, starting before the first paint. */
import { storeChoice, useStoredChoice } from "../../api/stored-choice.ts";

const ENTRY = "theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function chooseTheme(theme: Theme): void {
  storeChoice(ENTRY, theme === "system" ? null : theme);
}

export function useTheme(): Theme {
  const chosen = useStoredChoice(ENTRY);
  return THEMES.find((theme) => theme === chosen) ?? "system";
}
