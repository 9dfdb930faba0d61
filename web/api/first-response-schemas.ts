/** Like response-schemas.ts, but only the checks for the landing page, for the first script. */
export { auctionsResponse, featuredResponse } from "../../worker/contract/catalogue.ts";
export { countsResponse } from "../../worker/contract/counts.ts";
export { failure } from "../../worker/contract/failure.ts";
