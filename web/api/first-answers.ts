/** As answers.ts, for what the landing page reads: of its checks, the first script has these alone. */
export { auctionsAnswer, featuredAnswer } from "../../worker/contract/catalogue.ts";
export { countsAnswer } from "../../worker/contract/counts.ts";
export { failure } from "../../worker/contract/failure.ts";
