/**
 * The idempotency key of one attempt. Sending the same input again before the server has decided reuses the key, so a
 * lost response never causes a second command. Changed input is a new attempt with a new key.
 */
import type { $ZodType, output } from "zod/v4/core";

import { randomUUID } from "../browser/random-uuid.ts";
import { type CallOptions, call } from "./client.ts";
import { isDecided } from "./failure.ts";

type Attempt = { readonly parts: readonly unknown[]; readonly key: string };

/**
 * Attempts that the server hasn't decided yet. Usually there are none. They outlive every form. If you send a draft,
 * leave, come back and send it again, it's the same attempt.
 */
const openAttempts = new Map<string, Attempt>();

/**
 * `subject` is what the attempt is about. Each subject has one open attempt at a time. `parts` are the text and files
 * sent, compared one by one.
 */
export async function sendOnce<Result>(
  subject: string,
  parts: readonly unknown[],
  sendWith: (key: string) => Promise<Result>,
): Promise<Result> {
  const last = openAttempts.get(subject);
  const isSame =
    last?.parts.length === parts.length && last.parts.every((part, index) => Object.is(part, parts[index]));
  const attempt = last && isSame ? last : { parts, key: randomUUID() };
  openAttempts.set(subject, attempt);
  const settle = () => {
    if (openAttempts.get(subject) === attempt) openAttempts.delete(subject);
  };
  try {
    const result = await sendWith(attempt.key);
    settle();
    return result;
  } catch (error) {
    if (isDecided(error)) settle();
    throw error;
  }
}

/** A call that runs as one command no matter how often it's sent. `subject` and `parts` are as for `sendOnce`. */
export function callOnce<Schema extends $ZodType>(
  [subject, ...parts]: readonly [subject: string, ...parts: unknown[]],
  responseSchema: Schema,
  path: string,
  options: CallOptions,
): Promise<output<Schema>> {
  return sendOnce(subject, parts, (key) => call(responseSchema, path, { ...options, headers: idempotencyHeader(key) }));
}

export function idempotencyHeader(key: string) {
  return { "idempotency-key": key };
}
