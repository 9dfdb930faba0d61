/** The common parts of all routes of admins' acts: their description, their target, and the row that records them. */
import * as z from "zod";

import type { NewAct } from "../catalogue/acts.ts";
import { doneAnswer, id } from "../contract/fields.ts";
import { actInput, type ActName } from "../contract/moderation.ts";
import { jsonBody } from "./body.ts";
import type { HttpContext } from "./context.ts";
import { described, type Described } from "./described.ts";
import { adminsOnly, callerOf } from "./session.ts";
import { valid } from "./validation.ts";

export const target = z.object({ id });

/** The guards of an act on one target, which takes nothing but its reason. */
export const onTarget = [adminsOnly, valid("param", target), jsonBody, valid("json", actInput)] as const;

export function act(summary: string, refuses: Described["refuses"] = []) {
  return described({
    tag: "Moderation",
    summary,
    by: "person",
    does: "writes",
    takes: "json",
    answer: doneAnswer,
    refuses: ["not_found", ...refuses],
  });
}

export function actBy<Name extends ActName>(
  c: HttpContext,
  name: Name,
  targetId: string,
  reason: string,
): NewAct & { readonly act: Name } {
  return { act: name, actorId: callerOf(c).user.id, targetId, reason, at: c.get("now") };
}
