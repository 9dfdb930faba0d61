/** Like answers.ts, but only the checks for the landing page, for the first script. */
export { auctionsAnswer, featuredAnswer } from "../../worker/contract/catalogue.ts";
export { countsAnswer } from "../../worker/contract/counts.ts";
export { failure } from "../../worker/contract/failure.ts";
