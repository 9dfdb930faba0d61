/** Whether focus was lost because the focused element was disabled or removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
