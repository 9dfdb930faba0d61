import { expect, it } from "vitest";

import { type Cue, cueBetween, type CueState } from "./cues.ts";

const situation = (more: Partial<CueState>): CueState => ({
  stage: "live",
  standing: "leading",
  finalCall: "oneMinute",
  ...more,
});

it.each<[string, Cue | null, Partial<CueState>, Partial<CueState>]>([
  ["being outbid", "outbid", {}, { standing: "outbid" }],
  ["being outbid while a call begins", "outbid", {}, { standing: "outbid", finalCall: "once" }],
  ["being outbid before the last minutes", null, { finalCall: "none" }, { finalCall: "none", standing: "outbid" }],
  ["leading again", null, { standing: "outbid" }, {}],
  ["the start of the last minutes", null, { finalCall: "none" }, { finalCall: "twoMinutes" }],
  ["the first call", "once", {}, { finalCall: "once" }],
  ["the second call", "twice", { finalCall: "once" }, { finalCall: "twice" }],
  ["canceled calls", null, { finalCall: "twice" }, { finalCall: "oneMinute" }],
  ["a repeated call", "twice", { finalCall: "twoMinutes" }, { finalCall: "twice" }],
  ["no change", null, { finalCall: "twice" }, { finalCall: "twice" }],
  ["the end", null, { finalCall: "twice" }, { stage: "closing", finalCall: "none" }],
  ["a sale", "hammer", { stage: "closing", finalCall: "none" }, { stage: "sold", finalCall: "none" }],
  ["a purchase", "hammer", { finalCall: "none" }, { stage: "sold", finalCall: "none" }],
  ["an end without a sale", null, { stage: "closing", finalCall: "none" }, { stage: "expired", finalCall: "none" }],
  ["a sale long ago", null, { stage: "sold" }, { stage: "sold", standing: "outbid" }],
])("the cue for %s is %s", (_what, cue, before, after) => {
  expect(cueBetween(situation(before), situation(after))).toBe(cue);
});
