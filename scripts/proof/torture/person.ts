/** Someone who uses Lotline over HTTP and WebSocket and nothing else. */
import { z } from "zod";
import { type $ZodType, parse } from "zod/v4/core";

import { loginAnswer } from "../../../worker/contract/account.ts";
import { auctionAnswer, savedAuctionAnswer } from "../../../worker/contract/auction.ts";
import { failure, type Failure } from "../../../worker/contract/errors.ts";
import { journalAnswer, type JournalRecord } from "../../../worker/contract/journal.ts";
import { type NoticeKind, notificationsAnswer } from "../../../worker/contract/notification.ts";

/** A call that has no answer by then has none. */
const CALL_WITHIN_MS = 20_000;
export const PASSWORD = "Torture2026";
const ABOUT_ENDS: ReadonlySet<NoticeKind> = new Set(["won", "lost", "sold", "expired"]);

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export class Person {
  readonly #url: string;
  readonly email: string;
  #cookie = "";
  id = "";

  constructor(url: string, email: string) {
    this.#url = url;
    this.email = email;
  }

  async signUp(): Promise<void> {
    const form = new FormData();
    const fields = {
      firstName: "Tess",
      lastName: "Torture",
      email: this.email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const signedUp = await this.call("POST", "/auth/signup", z.object({ success: z.literal(true) }), form);
    if (!signedUp.ok) throw new Error(`sign-up: ${signedUp.failure.message}`);
    await this.logIn();
  }

  async logIn(): Promise<void> {
    const response = await fetch(`${this.#url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: this.email, password: PASSWORD }),
    });
    this.id = loginAnswer.parse(await response.json()).user._id;
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  }

  /** Lists an item; answers with its id. `endsAt` is epoch ms, the price major units. */
  async list(title: string, startingPrice: number, endsAt: number): Promise<string> {
    const form = new FormData();
    const fields = {
      title,
      description: "Made to be bid on.",
      category: "antiques",
      startingPrice: String(startingPrice),
      auctionDate: new Date(endsAt).toISOString(),
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const created = await this.call("POST", "/auction/createAuction", savedAuctionAnswer, form);
    if (!created.ok) throw new Error(`listing: ${created.failure.message}`);
    return created.value.auction._id;
  }

  /** What a socket is opened with. */
  get headers(): Readonly<Record<string, string>> {
    return { cookie: this.#cookie, origin: this.#url };
  }

  async see(auctionId: string) {
    return this.call("GET", `/auction/fetchSpecificAuction?auctionId=${auctionId}`, auctionAnswer);
  }

  /** The whole journal, page by page. */
  async journal(auctionId: string): Promise<Answer<{ readonly records: JournalRecord[] }>> {
    const records: JournalRecord[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: Answer<z.output<typeof journalAnswer>> = await this.call(
        "GET",
        `/auction/${auctionId}/journal?after=${after}`,
        journalAnswer,
      );
      if (!page.ok) return page;
      records.push(...page.value.records);
      after = page.value.next;
    }
    return { ok: true, value: { records } };
  }

  /** How auctions ended, as far as this person was told: `kind auctionId`. */
  async endsTold(): Promise<string[]> {
    const answer = await this.call("GET", "/auction/notifications", notificationsAnswer);
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value.data
      .filter(({ kind }) => ABOUT_ENDS.has(kind))
      .map(({ kind, auctionId }) => `${kind} ${auctionId}`);
  }

  /** The status of a GET, whatever it says; 0 when no answer came. */
  async statusOf(path: string): Promise<number> {
    try {
      const signal = AbortSignal.timeout(CALL_WITHIN_MS);
      const response = await fetch(`${this.#url}/api/v1${path}`, { headers: { cookie: this.#cookie }, signal });
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException) return 0;
      throw error;
    }
  }

  /** One call. Throws only when no answer came: the connection failed, or the runtime died half-way. */
  async call<Value>(
    method: string,
    path: string,
    schema: $ZodType<Value>,
    body?: FormData | Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Answer<Value>> {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { cookie: this.#cookie, ...(json ? { "content-type": "application/json" } : {}), ...headers },
      body: json ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.timeout(CALL_WITHIN_MS),
    });
    const answer: unknown = await response.json();
    return response.ok ? { ok: true, value: parse(schema, answer) } : { ok: false, failure: failure.parse(answer) };
  }
}
