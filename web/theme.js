/**
 * Light or dark, as chosen in this browser (`web/features/navigation/theme.ts`). Without a choice it follows the
 * system. It runs before the page is drawn, so that the page doesn't flash in the other colors. The build puts it into
 * the page (`scripts/pages/theme-script.ts`).
 */
const CANVAS = new Map([
  ["light", "#faf9f6"],
  ["dark", "#131210"],
]);
const bars = Array.from(document.querySelectorAll('meta[name="theme-color"]'), (meta) => ({ meta, own: meta.content }));

function applyTheme(theme) {
  const canvas = CANVAS.get(theme);
  if (canvas) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const { meta, own } of bars) meta.content = canvas ?? own;
}

try {
  applyTheme(localStorage.getItem("theme"));
} catch {
  // The browser blocks storage, or has none, so the colors follow the system.
}
// Also from other tabs. Without a key everything was removed.
addEventListener("storage", ({ key, newValue }) => {
  if (key === "theme" || key === null) applyTheme(newValue);
});
