/** The marketplace as the demo's bidders meet it: over HTTP, like any browser, in the words of the contract. */
import { randomUUID } from "node:crypto";

import { z } from "zod";

import { type Account, loginAnswer } from "../../worker/contract/account.ts";
import { auctionAnswer, type AuctionDetails } from "../../worker/contract/auction.ts";
import { type PlaceBidAnswer, placeBidAnswer } from "../../worker/contract/bid.ts";
import { type Auction, auctionsAnswer } from "../../worker/contract/catalogue.ts";
import { failure } from "../../worker/contract/errors.ts";

/** Longer than any healthy answer takes. */
const PATIENCE_MS = 20_000;
/** The wait when the house says "too often" and not how long. */
const COOL_DOWN_S = 10;

/** The house said no; `retryAfterMs` when it was asked too often. */
export class Refusal extends Error {
  readonly status: number;
  readonly retryAfterMs: number | null;

  constructor(status: number, message: string, retryAfterMs: number | null) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export type Guest = { readonly account: Account; readonly cookie: string };

type Call = { readonly method?: "GET" | "POST"; readonly body?: unknown; readonly guest?: Guest };

export class House {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(email: string, password: string): Promise<Guest> {
    const response = await this.#ask("/auth/login", { method: "POST", body: { email, password } });
    const { user } = loginAnswer.parse(await response.json());
    const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    return { account: user, cookie: cookie.join("; ") };
  }

  /** What is live, the next to end first. */
  async liveAuctions(): Promise<readonly Auction[]> {
    const response = await this.#ask("/auction/fetchAllAuctions?status=Live&sort=ending&limit=100", {});
    return auctionsAnswer.parse(await response.json()).auctions;
  }

  async details(auctionId: string): Promise<AuctionDetails> {
    const response = await this.#ask(`/auction/fetchSpecificAuction?auctionId=${auctionId}`, {});
    return auctionAnswer.parse(await response.json()).auctionDetails;
  }

  async placeBid(guest: Guest, productId: string, bidAmount: number): Promise<PlaceBidAnswer> {
    const response = await this.#ask("/bid/placeBid", { method: "POST", body: { productId, bidAmount }, guest });
    return placeBidAnswer.parse(await response.json());
  }

  async #ask(path: string, { method = "GET", body, guest }: Call): Promise<Response> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: {
        origin: this.#url,
        ...(guest ? { cookie: guest.cookie } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.ok) return response;
    throw await refusalOf(response);
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const told = failure.partial().safeParse(await response.json().catch(() => ({})));
  const { message = response.statusText, retryAfter = null } = told.data ?? {};
  const header = z.coerce.number().safeParse(response.headers.get("retry-after") ?? undefined).data ?? null;
  const seconds = retryAfter ?? header ?? COOL_DOWN_S;
  return new Refusal(response.status, message, response.status === 429 ? seconds * 1_000 : null);
}
