/** Like answers.ts, but only the checks that the landing page needs, for the first script. */
export { auctionsAnswer, featuredAnswer } from "../../worker/contract/catalogue.ts";
export { countsAnswer } from "../../worker/contract/counts.ts";
export { failure } from "../../worker/contract/failure.ts";
