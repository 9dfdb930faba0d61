/** The checks of the calls about questions, compiled by the build like those in response-schemas.ts. */
export { questionResponse, questionsResponse } from "../../worker/contract/question.ts";
