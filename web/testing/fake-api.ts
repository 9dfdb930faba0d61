/** A fake server for tests that need only its responses. web/e2e tests real ones. */
import { vi } from "vitest";

import type { ErrorCode } from "../../worker/contract/errors.ts";

export type SentCall = { path: string; method: string; body: unknown };

/** Answers calls one after the other and repeats the last response. Returns the calls. */
export function fakeApi(...responses: (() => Response | Promise<Response>)[]): SentCall[] {
  const sent: SentCall[] = [];
  vi.stubGlobal("fetch", (path: string, { method = "GET", body }: RequestInit = {}) => {
    const respond = responses[Math.min(sent.length, responses.length - 1)];
    sent.push({ path, method, body: typeof body === "string" ? JSON.parse(body) : body });
    return Promise.resolve(respond?.());
  });
  return sent;
}

export function success(content: object = {}): () => Response {
  return () => Response.json({ success: true, message: "Done", ...content });
}

export function refusal(status: number, code: ErrorCode, message: string, more: object = {}): () => Response {
  return () => Response.json({ success: false, code, message, requestId: "r1", ...more }, { status });
}

/** Responses by path. */
export type FakeResponses = Readonly<Record<string, () => Response | Promise<Response>>>;

/** Answers by path, for pages with several requests. A call to any other path fails. */
export function fakeApiAt(responses: FakeResponses): SentCall[] {
  const sent: SentCall[] = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push({ path: url, method, body: typeof body === "string" ? JSON.parse(body) : body });
    const [path = ""] = url.replace("/api/v1", "").split("?");
    const respond = responses[path];
    return respond ? Promise.resolve(respond()) : Promise.reject(new Error(`no answer for ${path}`));
  });
  return sent;
}
