import { expect, it } from "vitest";

import { type Cue, cueBetween, type CueState } from "./cues.ts";

const situation = (more: Partial<CueState>): CueState => ({
  stage: "live",
  standing: "leading",
  finalCall: "oneMinute",
  ...more,
});

it.each<[string, Partial<CueState>, Partial<CueState>, Cue | null]>([
  ["being outbid", {}, { standing: "outbid" }, "outbid"],
  ["being outbid while a call begins", {}, { standing: "outbid", finalCall: "once" }, "outbid"],
  ["being outbid before the last minutes", { finalCall: "none" }, { finalCall: "none", standing: "outbid" }, null],
  ["leading again", { standing: "outbid" }, {}, null],
  ["the start of the last minutes", { finalCall: "none" }, { finalCall: "twoMinutes" }, null],
  ["the first call", {}, { finalCall: "once" }, "once"],
  ["the second call", { finalCall: "once" }, { finalCall: "twice" }, "twice"],
  ["canceled calls", { finalCall: "twice" }, { finalCall: "oneMinute" }, null],
  ["a repeated call", { finalCall: "twoMinutes" }, { finalCall: "twice" }, "twice"],
  ["no change", { finalCall: "twice" }, { finalCall: "twice" }, null],
  ["the end", { finalCall: "twice" }, { stage: "closing", finalCall: "none" }, null],
  ["a sale", { stage: "closing", finalCall: "none" }, { stage: "sold", finalCall: "none" }, "hammer"],
  ["a purchase", { finalCall: "none" }, { stage: "sold", finalCall: "none" }, "hammer"],
  ["an end without a sale", { stage: "closing", finalCall: "none" }, { stage: "expired", finalCall: "none" }, null],
  ["a sale long ago", { stage: "sold" }, { stage: "sold", standing: "outbid" }, null],
])("the page plays the right cue, if any, for %s", (_what, before, after, cue) => {
  expect(cueBetween(situation(before), situation(after))).toBe(cue);
});
