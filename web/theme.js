/**
 * Light or dark, as chosen in this browser (web/features/navigation/theme.ts); without a choice, as the system has it.
 * It runs before the page is drawn, so that it does not flash in the other colours. The build puts it into the page
 * (scripts/pages/theme-script.ts).
 */
const CANVAS = new Map([
  ["light", "#faf9f6"],
  ["dark", "#131210"],
]);
const bars = Array.from(document.querySelectorAll('meta[name="theme-color"]'), (meta) => ({ meta, own: meta.content }));

function applyTheme() {
  const theme = localStorage.getItem("theme");
  const canvas = CANVAS.get(theme);
  if (canvas) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const { meta, own } of bars) meta.content = canvas ?? own;
}

applyTheme();
// Also from other tabs.
addEventListener("storage", applyTheme);
