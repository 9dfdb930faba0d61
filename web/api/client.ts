/**
 * The only way to call the API. It parses every response with the contract's schema and throws every failure as an
 * `ApiFailure`. If the server has ended the session, it ends here too, in every tab.
 */
import type { $ZodType, output } from "zod/v4/core";

import { PERSON_HEADER } from "../../worker/contract/person-header.ts";
import { pageNow } from "../browser/page-clock.ts";
import { ApiFailure } from "./failure.ts";
import { failure } from "./first-response-schemas.ts";
import { requestHumanCheck } from "./human-check.ts";
import { parseOrNull } from "./parse-or-null.ts";
import { recordDateHeader } from "./server-clock.ts";
import { currentUser, endSession, sessionNumber } from "./session.ts";
import type { RawResponse } from "./upload.ts";

const API_BASE = "/api/v1";
const UNREACHABLE = "We can't reach the server. Check your connection and try again.";
const UNREADABLE = "Something went wrong";

type QueryValue = string | number | undefined;

export type CallOptions = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON, or as multipart when it is a FormData. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Sends the request even if the page closes first. Browsers refuse bodies over 64 KiB. */
  keepalive?: boolean;
  /** A retry after the user passed the human check. */
  isRetry?: boolean;
  /** The browser already sent the request, at an unknown time. */
  isPreloaded?: boolean;
  /** Upload progress, 0 to 1. */
  onProgress?: (fraction: number) => void;
};

export async function call<Schema extends $ZodType>(
  responseSchema: Schema,
  path: string,
  options: CallOptions = {},
): Promise<output<Schema>> {
  const session = sessionNumber();
  const { status, body } = await send(path, options);
  if (status >= 200 && status < 300) {
    // Our server answers in JSON or CSV, so this is a captive portal's sign-in page.
    if (body === undefined) throw new ApiFailure("unreachable", UNREACHABLE, 0);
    const parsed = await responseSchema["~standard"].validate(body);
    if (!parsed.issues) return parsed.value;
  }
  const refusal = parseOrNull(failure, body);
  if (!refusal) throw new ApiFailure("unreadable", UNREADABLE, status);
  const { code, message, ...refusalDetails } = refusal;
  // A refusal of a call sent before the last sign-in concerns the previous session.
  if (code === "not_signed_in" && session === sessionNumber()) endSession();
  if (
    refusalDetails.details?.humanCheck &&
    !options.isRetry &&
    (await requestHumanCheck(options.method !== undefined))
  ) {
    return call(responseSchema, path, { ...options, isRetry: true });
  }
  throw new ApiFailure(code, message, status, refusalDetails);
}

/** For a query of a list that the API returns page by page. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor ?? undefined,
};

async function send(path: string, options: CallOptions): Promise<RawResponse> {
  const { method = "GET", body, signal, keepalive = false, onProgress } = options;
  const isMultipart = body instanceof FormData;
  // No `Accept` header, because browsers reuse a preloaded response only for a request with the same headers.
  const headers: Record<string, string> = { ...options.headers };
  if (body !== undefined && !isMultipart) headers["content-type"] = "application/json";
  const personId = currentUser()?.id;
  if (personId !== undefined && method !== "GET") headers[PERSON_HEADER] = personId;
  const url = API_BASE + path + queryString(options.query);
  const sentAt = pageNow();
  try {
    if (isMultipart && onProgress) {
      // Kept out of the first script, because most visits upload nothing.
      const { upload } = await import("./upload.ts");
      return await upload({ method, url, headers, body, onProgress });
    }
    const response = await fetch(url, {
      method,
      headers,
      credentials: "same-origin",
      keepalive,
      ...(body === undefined ? {} : { body: isMultipart ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    // A CSV file is our only response that isn't JSON.
    const isFile = response.headers.get("content-type")?.startsWith("text/csv") === true;
    const rawResponse = { status: response.status, body: isFile ? text : parseJson(text) };
    // A captive portal has a clock of its own, so its date doesn't count.
    if (rawResponse.body !== undefined && !options.isPreloaded) recordDateHeader(response.headers.get("date"), sentAt);
    return rawResponse;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure("unreachable", UNREACHABLE, 0);
  }
}

function queryString(query: CallOptions["query"] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : "";
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
