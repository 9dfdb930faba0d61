/** The response schemas for questions, which the build compiles like those in response-schemas.ts. */
export { questionResponse, questionsResponse } from "../../worker/contract/question.ts";
