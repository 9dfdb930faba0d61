/**
 * A user of Lotline over HTTP, with the contract's types. A refusal is a value. A call throws if there's no response,
 * because the connection failed or the server died, or if the response doesn't match the contract.
 */
import { setTimeout as pause } from "node:timers/promises";

import { z } from "zod";
import { type $ZodType, parse } from "zod/v4/core";

import { type Account, loginResponse } from "../../worker/contract/account.ts";
import { auctionResponse, savedAuctionResponse } from "../../worker/contract/auction.ts";
import { auctionsResponse } from "../../worker/contract/catalogue.ts";
import { failure, type Failure } from "../../worker/contract/failure.ts";
import { journalResponse, type JournalRecord } from "../../worker/contract/journal.ts";
import { CookieJar } from "./cookie-jar.ts";

/** Longer than any healthy response takes. */
const CALL_TIMEOUT_MS = 20_000;
const MAX_BUSY_TRIES = 20;

export type ClientResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly status: number; readonly failure: Failure };

export class User {
  readonly #url: string;
  readonly email: string;
  readonly #password: string;
  #account: Account | null = null;
  readonly #cookies = new CookieJar();
  readonly #address: string | undefined;

  /** `address` is the network address that a server on this machine sees. */
  constructor(url: string, email: string, password = "Torture2026", address?: string) {
    this.#url = url;
    this.email = email;
    this.#password = password;
    this.#address = address;
  }

  /** Set by `signIn`. */
  get account(): Account {
    if (!this.#account) throw new Error(`${this.email} is not signed in`);
    return this.#account;
  }

  get id(): string {
    return this.account._id;
  }

  /** This user's headers with the current cookies, for other connections such as sockets. */
  get headers(): Readonly<Record<string, string>> {
    const address = this.#address === undefined ? {} : { "cf-connecting-ip": this.#address };
    return { cookie: this.#cookies.header, origin: this.#url, ...address };
  }

  async signUp(): Promise<void> {
    const passwords = { password: this.#password, confirmPassword: this.#password };
    const form = formOf({ firstName: "Tess", lastName: "Torture", email: this.email, ...passwords });
    unwrap(await this.call("POST", "/auth/signup", z.object({ success: z.literal(true) }), form));
    unwrap(await this.signIn());
  }

  async signIn(): Promise<ClientResult<unknown>> {
    const body = { email: this.email, password: this.#password };
    const result = await this.call("POST", "/auth/login", loginResponse, body);
    if (result.ok) this.#account = result.value.user;
    return result;
  }

  /** Creates a listing and returns its ID. `endsAt` is epoch ms, the price is in major units. */
  async createListing(title: string, startingPrice: number, endsAt: number): Promise<string> {
    const form = formOf({
      title,
      description: "Made to be bid on.",
      category: "antiques",
      startingPrice: String(startingPrice),
      auctionDate: new Date(endsAt).toISOString(),
    });
    return unwrap(await this.call("POST", "/auction/createAuction", savedAuctionResponse, form)).auction._id;
  }

  /** The live auctions, ending soonest first. */
  listLiveAuctions() {
    return this.call("GET", "/auction/fetchAllAuctions?status=Live&sort=ending&limit=100", auctionsResponse);
  }

  fetchDetails(auctionId: string) {
    return this.call("GET", `/auction/fetchSpecificAuction?auctionId=${auctionId}`, auctionResponse);
  }

  /** The whole journal, page by page. */
  async fetchJournal(auctionId: string): Promise<JournalRecord[]> {
    const records: JournalRecord[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: z.output<typeof journalResponse> = await this.#fetchJournalPage(auctionId, after);
      records.push(...page.records);
      after = page.next;
    }
    return records;
  }

  /** A page of the journal, requested again while the room is busy with bids. */
  async #fetchJournalPage(auctionId: string, after: number): Promise<z.output<typeof journalResponse>> {
    const path = `/auction/${auctionId}/journal?after=${after}`;
    for (let tries = 1; ; tries += 1) {
      const result = await this.call("GET", path, journalResponse);
      if (result.ok || result.failure.code !== "busy" || tries === MAX_BUSY_TRIES) return unwrap(result);
      await pause((result.failure.retryAfter ?? 1) * 1_000);
    }
  }

  async call<Value>(
    method: string,
    path: string,
    schema: $ZodType<Value>,
    body?: FormData | Record<string, unknown>,
    idempotencyKey?: string,
  ): Promise<ClientResult<Value>> {
    const keyHeader = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    return resultOf(await this.#send(method, path, body, keyHeader), schema);
  }

  async #send(
    method: string,
    path: string,
    body: FormData | Record<string, unknown> | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { ...this.headers, ...(isJson ? { "content-type": "application/json" } : {}), ...headers },
      body: isJson ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    this.#cookies.store(response.headers.getSetCookie());
    return response;
  }
}

/** Thrown when the server refuses a call that should have succeeded. */
export class RefusedError extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor({ status, failure: refused }: Extract<ClientResult<unknown>, { ok: false }>) {
    super(`${status}: ${refused.message}`);
    this.status = status;
    this.failure = refused;
  }
}

/** The value of a response. Throws if it's a refusal. */
export function unwrap<Value>(result: ClientResult<Value>): Value {
  if (!result.ok) throw new RefusedError(result);
  return result.value;
}

async function resultOf<Value>(response: Response, schema: $ZodType<Value>): Promise<ClientResult<Value>> {
  const body: unknown = await response.json();
  if (response.ok) return { ok: true, value: parse(schema, body) };
  return { ok: false, status: response.status, failure: failure.parse(body) };
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
