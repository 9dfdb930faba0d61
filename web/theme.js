/**
 * Light or dark, as chosen in this browser (`web/features/navigation/theme/theme.ts`), by default the system's. Runs
 * before the first paint, so the page doesn't flash in the other colors. The build inlines this script
 * (`scripts/build/theme-script.ts`).
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
  // The browser blocks or lacks storage, so the colors follow the system.
}
// Handles changes from other tabs too. A null key means that the storage was cleared.
addEventListener("storage", ({ key, newValue }) => {
  if (key === "theme" || key === null) applyTheme(newValue);
});
