/** A person's saved address and payment instructions. No one else sees them outside a deal. */
import { Hono } from "hono";

import { address, instructionsResponse, instructionsInput, ownAddressResponse } from "../contract/deal.ts";
import { findAddress, findInstructions, removeAddress, saveAddress, saveInstructions } from "../deals/saved-texts.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { callerOf } from "../http/find-session.ts";
import { signedIn, requireConfirmedSession } from "../http/session.ts";
import { validate } from "../http/validation.ts";

export const dealTexts = new Hono<HttpEnv>()
  .get(
    "/address",
    describeRoute({ tag: "Deals", summary: "Get your saved address", response: ownAddressResponse }),
    signedIn,
    async (c) => {
      const saved = await findAddress(c.var.db, callerOf(c).user.id);
      return c.json({ success: true, message: "Address Fetched", address: saved });
    },
  )
  .put(
    "/address",
    describeRoute({
      tag: "Deals",
      summary: "Save your address",
      description: "Replaces the address you saved before. Addresses in your deals stay as they are.",
      response: ownAddressResponse,
    }),
    signedIn,
    jsonBody,
    validate("json", address),
    async (c) => {
      const saved = c.req.valid("json");
      await saveAddress(c.var.db, callerOf(c).user.id, saved);
      return c.json({ success: true, message: "Address Saved", address: saved });
    },
  )
  .delete(
    "/address",
    describeRoute({
      tag: "Deals",
      summary: "Delete your saved address",
      description: "Addresses in your deals stay as they are. Also succeeds if you have none saved.",
      response: ownAddressResponse,
    }),
    signedIn,
    async (c) => {
      await removeAddress(c.var.db, callerOf(c).user.id);
      return c.json({ success: true, message: "Address Deleted", address: null });
    },
  )
  .get(
    "/payment-instructions",
    describeRoute({ tag: "Deals", summary: "Get your payment instructions", response: instructionsResponse }),
    signedIn,
    async (c) => {
      const instructions = await findInstructions(c.var.db, callerOf(c).user.id);
      return c.json({ success: true, message: "Instructions Fetched", instructions });
    },
  )
  .put(
    "/payment-instructions",
    describeRoute({
      tag: "Deals",
      summary: "Set your payment instructions",
      description: "How buyers pay you. Only your own open deals show them. An empty string removes them.",
      response: instructionsResponse,
    }),
    // Otherwise a thief with a stolen session could redirect payments.
    requireConfirmedSession,
    jsonBody,
    validate("json", instructionsInput),
    async (c) => {
      const { instructions } = c.req.valid("json");
      await saveInstructions(c.var.db, callerOf(c).user.id, instructions, c.var.now);
      const saved = instructions === "" ? null : instructions;
      return c.json({ success: true, message: "Instructions Saved", instructions: saved });
    },
  );
