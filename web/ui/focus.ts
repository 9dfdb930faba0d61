/** Whether the focus has fallen to the page's top: what had it was disabled, or has left the page. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
