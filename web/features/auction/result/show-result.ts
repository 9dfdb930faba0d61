/** The ID of the heading of the personal result at the top of the page. It takes the focus. */
export const RESULT_ID = "result";

export function showResult(): void {
  const heading = document.getElementById(RESULT_ID);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "center" });
}
