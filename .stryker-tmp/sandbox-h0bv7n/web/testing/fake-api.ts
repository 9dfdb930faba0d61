/** The server's side of a call, where a test needs no more of it than an answer. Real answers are met in web/e2e. */
// @ts-nocheck

import { vi } from "vitest";

import type { ErrorCode } from "../../worker/contract/errors.ts";

export type SentCall = { path: string; method: string; body: unknown };

/** Answers calls one after the other, the last answer again and again; gives back what was sent. */
export function fakeApi(...answers: (() => Response | Promise<Response>)[]): SentCall[] {
  const sent: SentCall[] = [];
  vi.stubGlobal("fetch", (path: string, { method = "GET", body }: RequestInit = {}) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({ path, method, body: typeof body === "string" ? JSON.parse(body) : body });
    return Promise.resolve(answer?.());
  });
  return sent;
}

export function success(content: object = {}): () => Response {
  return () => Response.json({ success: true, message: "Done", ...content });
}

export function refusal(status: number, code: ErrorCode, message: string, more: object = {}): () => Response {
  return () => Response.json({ success: false, code, message, requestId: "r1", ...more }, { status });
}
