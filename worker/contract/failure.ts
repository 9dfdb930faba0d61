/** The one error body. Its messages are in errors.ts, which pages need without zod. */
import * as z from "zod";

import { DEAL_STATES } from "../rules/deal.ts";
import { type ErrorCode, ERRORS } from "./errors.ts";

const errorCode = z.enum(Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS));

/** The values of a refusal, for clients: amounts in major units, and times as epoch milliseconds. */
const failureDetails = z.object({
  amount: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  above: z.number().optional(),
  price: z.number().optional(),
  startsAt: z.number().optional(),
  endedAt: z.number().optional(),
  earliestAt: z.number().optional(),
  latestAt: z.number().optional(),
  /** When the refused command becomes possible. */
  from: z.number().optional(),
  /** The person's address, masked. The verification link goes to it. */
  address: z.string().optional(),
  fields: z.array(z.string()).optional(),
  /** The open deals that prevent deleting the account. */
  deals: z.array(z.object({ _id: z.string(), title: z.string() })).optional(),
  /** The state of the deal whose step was refused. */
  state: z.enum(DEAL_STATES).optional(),
  /** Whether the client can pass a human check instead of waiting: `POST /auth/human-check`. */
  humanCheck: z.boolean().optional(),
});
export type FailureDetails = z.infer<typeof failureDetails>;

/** The one error body. `fields` has the problems of each input field. `retryAfter` is in seconds. */
export const failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    code: errorCode,
    details: failureDetails.optional(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    retryAfter: z.number().optional(),
    requestId: z.string(),
  })
  .meta({ ref: "Failure" });
export type Failure = z.infer<typeof failure>;
