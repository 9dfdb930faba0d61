/**
 * The answers that the first page parses. The build replaces this module by the same schemas compiled to plain checks,
 * so that the page does not load zod (decision 53).
 */
export { auctionsAnswer, featuredAnswer } from "../../worker/contract/catalogue.ts";
