/**
 * The OpenID provider for the Worker's tests. It's the same one that `npm run dev` uses, but on request it also issues
 * tokens that must be refused. The request that starts a sign-in says which in its `tampering` parameter.
 */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from "node:crypto";

import type { OAuth2Server } from "oauth2-mock-server";
import type { TestProject } from "vitest/node";
import { z } from "zod";

import { startOpenIdProvider } from "../../server/openid-provider.ts";

const FORGERIES = [
  "none",
  "publicKeyAsSecret",
  "strangersKey",
  "unknownKid",
  "noKid",
  "changedLater",
  "again",
  "newKey",
] as const;
const tamperingSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text || "{}"))
  .pipe(z.object({ claims: z.record(z.string(), z.unknown()).default({}), forgery: z.enum(FORGERIES).optional() }));

const strangerKey = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
/** The first token issued to each subject. */
const firstTokens = new Map<string, string>();
const parts = z.tuple([z.string(), z.string(), z.string()]);

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { issuer, stop } = await startOpenIdProvider(0, {
    changeClaims: (claims, tampering) => Object.assign(claims, tamperingSchema.parse(tampering).claims),
    replaceToken: (idToken, tampering, server) => forge(idToken, tamperingSchema.parse(tampering).forgery, server),
  });
  project.provide("oidcIssuer", issuer);
  return stop;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly oidcIssuer: string;
  }
}

function forge(idToken: string, forgery: (typeof FORGERIES)[number] | undefined, { issuer }: OAuth2Server): string {
  const [head, body, signature] = parts.parse(idToken.split("."));
  const header = z.object({ kid: z.string() }).parse(decodePart(head));
  const { sub } = z.object({ sub: z.string() }).parse(decodePart(body));
  const providerKey = issuer.keys.get(header.kid);
  if (!providerKey) throw new Error("the provider's key is missing");
  const ownKey = createPrivateKey({ key: providerKey, format: "jwk" });
  switch (forgery) {
    case undefined:
      if (!firstTokens.has(sub)) firstTokens.set(sub, idToken);
      return idToken;
    case "none":
      return `${encodePart({ ...header, alg: "none" })}.${body}.`;
    case "publicKeyAsSecret": {
      const secret = createPublicKey(ownKey).export({ type: "spki", format: "pem" });
      const text = `${encodePart({ ...header, alg: "HS256" })}.${body}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    }
    case "strangersKey":
      return signToken({ ...header, alg: "RS256" }, body, strangerKey);
    case "unknownKid":
      return signToken({ alg: "RS256", kid: "unknown" }, body, strangerKey);
    case "noKid":
      return signToken({ alg: "RS256" }, body, ownKey);
    case "changedLater":
      return `${head}.${encodePart({ ...z.looseObject({}).parse(decodePart(body)), sub: "someone-else" })}.${signature}`;
    case "newKey": {
      // This isn't a forgery. The provider has started to sign with a new key.
      const kid = randomUUID();
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
      void issuer.keys.add({ ...privateKey.export({ format: "jwk" }), kid, alg: "RS256" });
      return signToken({ alg: "RS256", kid }, body, privateKey);
    }
    case "again":
      return firstTokens.get(sub) ?? idToken;
  }
}

function signToken(header: object, body: string, key: KeyObject): string {
  const text = `${encodePart(header)}.${body}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

function encodePart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decodePart(text: string): unknown {
  return JSON.parse(Buffer.from(text, "base64url").toString());
}
