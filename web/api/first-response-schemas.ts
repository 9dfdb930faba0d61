/** Like response-schemas.ts, but with only the landing page's schemas, to keep the first script small. */
export { auctionsResponse, featuredResponse } from "../../worker/contract/catalogue.ts";
export { countsResponse } from "../../worker/contract/counts.ts";
export { failure } from "../../worker/contract/failure.ts";
