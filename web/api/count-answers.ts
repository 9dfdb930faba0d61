/** As `first-page-answers.ts`, for what the landing page loads after its first screen. */
export { countsAnswer } from "../../worker/contract/counts.ts";
