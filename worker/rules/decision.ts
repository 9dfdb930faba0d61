/** The two ways a command is decided: accepted with facts, or refused. */
import type { FactDraft } from "./facts.ts";
import type { Refusal } from "./refusal.ts";

/** An accepted command with its facts, or none if it changes nothing. */
type AcceptedDecision = { readonly ok: true; readonly drafts: readonly FactDraft[] };
type RefusedDecision<RuleRefusal extends Refusal> = { readonly ok: false; readonly refusal: RuleRefusal };
export type Decision = AcceptedDecision | RefusedDecision<Refusal>;

export function accept(...drafts: FactDraft[]): AcceptedDecision {
  return { ok: true, drafts };
}

/** Lets the compiler infer a deciding function's return type, and with it the refusals (`RefusalCodeOf`). */
export function refuse<RuleRefusal extends Refusal>(refusal: RuleRefusal): RefusedDecision<RuleRefusal> {
  return { ok: false, refusal };
}
