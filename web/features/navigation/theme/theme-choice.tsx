import { useId } from "react";

import { chooseTheme, THEMES, useTheme } from "./theme.ts";

const LABELS = { system: "System", light: "Light", dark: "Dark" } as const;

/** The choice of color theme, kept in this browser. */
export function ThemeChoice() {
  const name = useId();
  const chosen = useTheme();
  return (
    <fieldset>
      <legend className="px-3 pt-2 pb-1 text-sm text-muted">Theme</legend>
      {THEMES.map((theme) => (
        <label
          key={theme}
          className="flex h-11 items-center gap-3 rounded-md px-3 text-base font-medium hover:bg-sunken"
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
            className="size-4"
          />
          {LABELS[theme]}
        </label>
      ))}
    </fieldset>
  );
}
