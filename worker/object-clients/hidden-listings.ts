/** Reads of a listing that an admin may have hidden. Only its seller and admins then find it. */
import { requesterOf } from "../accounts/actor.ts";
import type { ErrorCode } from "../contract/errors.ts";
import type { HttpContext } from "../http/context.ts";
import { findCaller } from "../http/find-session.ts";
import type { Answered, Requester } from "../rpc/room-rpc.ts";

/**
 * Reads without a requester first, because nearly every listing is public. The session is looked up only if that finds
 * nothing.
 */
export async function retryAsCaller<Value, Code extends ErrorCode>(
  c: HttpContext,
  call: (requester?: Requester) => Promise<Answered<Value, Code>>,
): Promise<Answered<Value, Code>> {
  const answered = await call();
  if (answered.ok || answered.failure.code !== "auction_not_found") return answered;
  const caller = await findCaller(c);
  return caller ? call(requesterOf(caller)) : answered;
}
