/** Questions about items, and the admin actions on them. */
import { questionResponse } from "../../contract/question.ts";
import { requestJson, someoneSignedIn } from "../http.ts";
import { aListing } from "../selling.ts";
import { actionRow, asSomeone, listingRow, oncePerFile, withNewKey } from "./attempts.ts";
import { ownersOnly, PUBLIC_READ_BY_ID, READS_BODY, READS_PARAMETERS } from "./cells.ts";
import type { AccessRows } from "./row.ts";

const text = "Does the case have its key?";

async function aQuestion() {
  const [{ id, seller }, asker] = [await aListing(), await someoneSignedIn()];
  const call = { method: "POST", cookie: asker.cookie, json: { text } };
  const { question } = await requestJson(questionResponse, `/auction/${id}/questions`, call);
  return { id: question._id, seller, asker };
}

const aModeratedQuestion = oncePerFile(aQuestion);

const questionActionRow = (action: string) =>
  actionRow(async () => `questions/${(await aModeratedQuestion()).id}/${action}`);

export const QUESTION_ROWS: AccessRows = {
  "GET /auction/:id/questions": listingRow(PUBLIC_READ_BY_ID, (id) => `/auction/${id}/questions`),
  "POST /auction/:id/questions": {
    // The owner here is the asker.
    attempt: async () => {
      const { id } = await aListing();
      return asSomeone(`/auction/${id}/questions`, { ...withNewKey(), json: { text } });
    },
    cells: ownersOnly("201", READS_BODY, "201"),
  },
  "POST /question/:id/answer": {
    // The owner here is the seller.
    attempt: async () => {
      const { id, seller } = await aQuestion();
      return { path: `/question/${id}/answer`, call: { json: { text: "Yes." } }, cookie: seller.cookie };
    },
    cells: ownersOnly("403 not_the_seller", READS_BODY, "201"),
  },
  "DELETE /question/:id": {
    attempt: async () => {
      const { id, asker } = await aQuestion();
      return { path: `/question/${id}`, cookie: asker.cookie };
    },
    cells: { ...ownersOnly("403 not_your_question", READS_PARAMETERS), replayed: "404 question_not_found" },
  },
  "POST /question/:id/report": {
    attempt: async () => {
      const { id, seller } = await aQuestion();
      return { path: `/question/${id}/report`, call: { json: { reason: "other" } }, cookie: seller.cookie };
    },
    cells: { ...ownersOnly("201", READS_BODY, "201"), replayed: "409 already_reported" },
  },
  "POST /moderation/questions/:id/hideQuestion": questionActionRow("hideQuestion"),
  "POST /moderation/questions/:id/showQuestion": questionActionRow("showQuestion"),
  "POST /moderation/questions/:id/hideAnswer": questionActionRow("hideAnswer"),
  "POST /moderation/questions/:id/showAnswer": questionActionRow("showAnswer"),
  "POST /moderation/questions/:id/dismissQuestion": questionActionRow("dismissQuestion"),
};
