/** Whether the focus fell back to the top of the page because its element was disabled or removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
