/**
 * The cost of reading a hostile input, in the functions that read it. The limits are generous. On an idle machine,
 * most take a few milliseconds. Before their parts were limited, some took seconds and hundreds of megabytes.
 */
import { expect, it } from "vitest";

import { checkImage } from "../../../worker/contract/images/image-formats.ts";
import { readParts } from "../../../worker/http/form.ts";
import { parseStrictJson } from "../../../worker/http/strict-json.ts";
import { HOSTILE_FILES, HOSTILE_REQUESTS } from "./inputs.ts";

const MAX_CPU_MS = 500;
const MAX_BYTES = 16 * 1_024 * 1_024;

/** The processor time and memory that `work` uses on top of its input. */
function costOf(work: () => unknown) {
  const [memory, cpu] = [process.memoryUsage(), process.cpuUsage()];
  work();
  const [{ user, system }, after] = [process.cpuUsage(cpu), process.memoryUsage()];
  const bytes = after.heapUsed - memory.heapUsed + after.arrayBuffers - memory.arrayBuffers;
  return { cpuMs: (user + system) / 1_000, bytes };
}
function expectCheap(work: () => unknown): void {
  const { cpuMs, bytes } = costOf(work);
  expect(cpuMs).toBeLessThan(MAX_CPU_MS);
  expect(bytes).toBeLessThan(MAX_BYTES);
}

it.each(HOSTILE_FILES)("T15: the file check refuses $name cheaply", ({ bytes, problem }) => {
  const file = bytes();
  expectCheap(() => expect(checkImage(file)).toMatchObject({ ok: false, problem }));
});

const forms = HOSTILE_REQUESTS.filter(({ headers }) => headers["content-type"]?.startsWith("multipart/form-data"));
it.each(forms)("T15: the form parser reads $name cheaply", ({ headers, body }) => {
  const form = body?.() ?? new Uint8Array();
  expectCheap(() => readParts(form, headers["content-type"] ?? ""));
});

const texts = HOSTILE_REQUESTS.filter(
  ({ headers, status }) => headers["content-type"] === "application/json" && status === 400,
);
it.each(texts)("T15: the JSON parser reads $name cheaply", ({ body }) => {
  const text = new TextDecoder().decode(body?.());
  expectCheap(() => {
    try {
      parseStrictJson(text);
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
    }
  });
});
