/**
 * Admin actions on what people write to each other: `hideQuestion`, `showQuestion`, `dismissQuestion`, and the same for
 * answers, ratings, replies and notes in deals. Reports about an answer or a reply are those about its question or
 * rating.
 */
import { Hono } from "hono";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { noteParam } from "../contract/deal-note.ts";
import { idParam } from "../contract/fields.ts";
import { adminActionInput, type AdminActionName } from "../contract/moderation.ts";
import { noteSubjectIdOf } from "../db/note-subject.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { describeAdminAction, adminActionBy, targetGuards } from "../moderation/admin-actions.ts";
import { moderateText, type TextModeration } from "../moderation/queries/hidden-texts.ts";

const QUESTION = { name: "Question", path: "/questions/:id", param: idParam, missing: "question_not_found" } as const;
const RATING = { name: "Rating", path: "/ratings/:id", param: idParam, missing: "rating_not_found" } as const;
const NOTE = { name: "Note", path: "/deals/:id/notes/:seq", param: noteParam, missing: "note_not_found" } as const;
const TEXTS = [
  {
    ...QUESTION,
    hide: "Hide a question and its answer from the public",
    effect: "The person who asked still sees it, with your reason. Closes its open reports.",
  },
  {
    ...QUESTION,
    name: "Answer",
    hide: "Hide an answer from the public",
    effect: "The seller still sees it, with your reason. Closes the question's open reports.",
  },
  {
    ...RATING,
    hide: "Hide a rating and its reply from the public",
    effect: "The person who wrote it still sees it, with your reason. Closes its open reports.",
  },
  {
    ...RATING,
    name: "Reply",
    hide: "Hide a reply to a rating from the public",
    effect: "The person who wrote it still sees it, with your reason. Closes the rating's open reports.",
  },
  {
    ...NOTE,
    hide: "Hide a note from both sides of its deal",
    effect: "Only admins can still read it. Closes its open reports.",
  },
] as const;
const SHOW_EFFECT = "Reports that were closed when it was hidden stay closed.";
const DISMISS_EFFECT = "Changes nothing else. People who reported it can't report it again.";
const UNKNOWN_NOTE_MESSAGE = "This note no longer exists";

export const textModeration = new Hono<HttpEnv>();
for (const text of TEXTS) {
  const { name } = text;
  addRoute(text, "hide", `hide${name}`, text.hide, text.effect, `${name} Hidden`);
  const showSummary = `Show a hidden ${name.toLowerCase()} again`;
  addRoute(text, "show", `show${name}`, showSummary, SHOW_EFFECT, `${name} Shown`);
}
for (const text of [QUESTION, RATING, NOTE]) {
  const { name } = text;
  const summary = `Close a ${name.toLowerCase()}'s open reports`;
  addRoute(text, "dismiss", `dismiss${name}`, summary, DISMISS_EFFECT, "Reports Closed");
}

function addRoute(
  { name, path, param, missing }: Omit<(typeof TEXTS)[number], "hide" | "effect">,
  change: TextModeration,
  action: AdminActionName,
  summary: string,
  description: string,
  message: string,
) {
  textModeration.post(
    `${path}/${action}`,
    describeAdminAction(summary, description, [missing]),
    ...targetGuards(param, adminActionInput),
    async (c) => {
      const target = c.req.valid("param");
      const subjectId = "seq" in target ? noteSubjectIdOf({ dealId: target.id, seq: target.seq }) : target.id;
      const newAction = adminActionBy(c, action, target.id, c.req.valid("json").reason);
      const found = await moderateText(c.get("db"), change, name, subjectId, newAction);
      if (!found) return fail(c, missing, missing === "note_not_found" ? { message: UNKNOWN_NOTE_MESSAGE } : {});
      // A seller's page shows their ratings.
      if (name === "Rating" || name === "Reply") invalidateLists();
      return c.json({ success: true, message });
    },
  );
}
