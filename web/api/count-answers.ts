/** As `first-page-answers.ts`, for what the landing page shows where it shows no samples. */
export { countsAnswer } from "../../worker/contract/counts.ts";
