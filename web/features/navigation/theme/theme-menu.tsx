import { HeaderMenu } from "../header-menu.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** The theme choice in the bar. On a small screen it's in the menu. */
export function ThemeMenu() {
  return (
    <HeaderMenu
      label="Theme"
      icon="contrast"
      buttonClass="size-10 text-muted transition-colors hover:text-ink"
      panelClass="right-4 w-44 sm:right-6"
    >
      <ThemeChoice />
    </HeaderMenu>
  );
}
