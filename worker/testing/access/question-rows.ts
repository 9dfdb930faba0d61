/** Questions about items, and what admins do about them. */
import { questionResponse } from "../../contract/question.ts";
import { anAdmin, requestJson, someoneSignedIn } from "../http.ts";
import { aListing } from "../selling.ts";
import { asSomeone, oncePerFile, onListing, withNewKey } from "./attempts.ts";
import { READS_BODY, HIDES_FROM_STRANGERS, PUBLIC_READ_BY_ID, READS_PARAMETERS, REFUSES_STRANGERS } from "./cells.ts";
import type { AccessRow, AccessRows } from "./row.ts";

const text = "Does the case have its key?";

async function aQuestion() {
  const [{ id, seller }, asker] = [await aListing(), await someoneSignedIn()];
  const call = { method: "POST", cookie: asker.cookie, json: { text } };
  const { question } = await requestJson(questionResponse, `/auction/${id}/questions`, call);
  return { id: question._id, seller, asker };
}

const aModeratedQuestion = oncePerFile(aQuestion);

const actionCall = (action: string): AccessRow => ({
  attempt: async () => {
    const { id } = await aModeratedQuestion();
    const json = { reason: "A telephone number" };
    return { path: `/moderation/questions/${id}/${action}`, call: { json }, cookie: (await anAdmin()).cookie };
  },
  cells: { ...HIDES_FROM_STRANGERS, ...READS_BODY, owner: "200", replayed: "200" },
});

export const QUESTION_ROWS: AccessRows = {
  "GET /auction/:id/questions": {
    attempt: () => onListing((id) => `/auction/${id}/questions`),
    cells: PUBLIC_READ_BY_ID,
  },
  "POST /auction/:id/questions": {
    // The owner here is the asker.
    attempt: async () => {
      const { id } = await aListing();
      return asSomeone(`/auction/${id}/questions`, { ...withNewKey(), json: { text } });
    },
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "201", owner: "201", replayed: "201" },
  },
  "POST /question/:id/answer": {
    // The owner here is the seller.
    attempt: async () => {
      const { id, seller } = await aQuestion();
      return { path: `/question/${id}/answer`, call: { json: { text: "Yes." } }, cookie: seller.cookie };
    },
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "403 not_the_seller", owner: "201", replayed: "201" },
  },
  "DELETE /question/:id": {
    attempt: async () => {
      const { id, asker } = await aQuestion();
      return { path: `/question/${id}`, cookie: asker.cookie };
    },
    cells: {
      ...REFUSES_STRANGERS,
      ...READS_PARAMETERS,
      otherUser: "403 not_your_question",
      owner: "200",
      replayed: "404 question_not_found",
    },
  },
  "POST /question/:id/report": {
    attempt: async () => {
      const { id, seller } = await aQuestion();
      return { path: `/question/${id}/report`, call: { json: { reason: "other" } }, cookie: seller.cookie };
    },
    cells: { ...REFUSES_STRANGERS, ...READS_BODY, otherUser: "201", owner: "201", replayed: "409 already_reported" },
  },
  "POST /moderation/questions/:id/hideQuestion": actionCall("hideQuestion"),
  "POST /moderation/questions/:id/showQuestion": actionCall("showQuestion"),
  "POST /moderation/questions/:id/hideAnswer": actionCall("hideAnswer"),
  "POST /moderation/questions/:id/showAnswer": actionCall("showAnswer"),
  "POST /moderation/questions/:id/dismissQuestion": actionCall("dismissQuestion"),
};
