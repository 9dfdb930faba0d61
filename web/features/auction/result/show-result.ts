/** The ID of the personal result's heading, which is at the top of the page and can get focus. */
export const RESULT_ID = "result";

export function showResult(): void {
  const heading = document.getElementById(RESULT_ID);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "center" });
}
