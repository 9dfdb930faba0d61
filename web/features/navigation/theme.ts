/**
 * The colours that a person has chosen in this browser. `web/theme.js` applies them, also before the first
 * paint.
 */
import { useSyncExternalStore } from "react";

import { lasting } from "../../api/storage.ts";

const ENTRY = "theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

function currentTheme(): Theme {
  return THEMES.find((theme) => theme === lasting.read(ENTRY)) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") lasting.remove(ENTRY);
  else lasting.write(ENTRY, theme);
  // Browsers send it to the other tabs only.
  dispatchEvent(new StorageEvent("storage", { key: ENTRY, newValue: theme }));
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
