/** The checks of the calls about questions, compiled by the build like those in answers.ts. */
export { questionAnswer, questionsAnswer } from "../../worker/contract/question.ts";
