/**
 * A local stand-in for Google: an OpenID provider that signs in any email address. It has a page to enter the address,
 * so that people can see and close the sign-in window as with the real Google.
 */
import type { IncomingMessage } from "node:http";

import { type AugmentedRequest, type MutableRedirectUri, type MutableResponse, OAuth2Server } from "oauth2-mock-server";
import type { MutableToken, TokenRequestIncomingMessage } from "oauth2-mock-server";

import { escapeHtml } from "../build/site-name.ts";

/** The page where users choose an account. The library's own endpoint redirects right away. */
const CHOICE_PATH = "/choose";
const HOST = "127.0.0.1";

export type LocalProvider = { readonly issuer: string; readonly stop: () => Promise<void> };

/** How a test changes tokens. The request that starts a sign-in carries the change as `tampering`. */
export type TokenChanges = {
  readonly changeClaims: (claims: MutableToken["payload"], tampering: string) => void;
  readonly replaceToken: (idToken: string, tampering: string, server: OAuth2Server) => string;
};

type PendingSignIn = { readonly email: string; readonly tampering: string };

/** Port 0 means any free port. The issuer contains the port, so accounts are found again only on the same port. */
export async function startOpenIdProvider(port: number, changes?: TokenChanges): Promise<LocalProvider> {
  const server = new OAuth2Server();
  const { issuer, service } = server;
  await issuer.keys.generate("RS256");
  await server.start(port, HOST);
  const url = `http://${HOST}:${server.address().port}`;
  issuer.url = url;

  service.on("beforeWellKnownOpenIdConfiguration", ({ body }: MutableResponse) => {
    if (body !== "") body["authorization_endpoint"] = url + CHOICE_PATH;
  });
  service.addRoute("GET", CHOICE_PATH, (request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(choicePage(request));
  });

  const pendingSignIns = new Map<string, PendingSignIn>();
  service.on("beforeAuthorizeRedirect", ({ url: target }: MutableRedirectUri, request: IncomingMessage) => {
    const searchParams = new URL(request.url ?? "", url).searchParams;
    const code = target.searchParams.get("code") ?? "";
    pendingSignIns.set(code, {
      email: searchParams.get("login_hint") ?? SAMPLE_EMAILS[0],
      tampering: searchParams.get("tampering") ?? "",
    });
  });
  const pendingSignInOf = ({ body }: TokenRequestIncomingMessage) => pendingSignIns.get(body.code ?? "");
  service.on("beforeTokenSigning", ({ payload }: MutableToken, request: TokenRequestIncomingMessage) => {
    const pendingSignIn = pendingSignInOf(request);
    if (!pendingSignIn) return;
    Object.assign(payload, claimsOf(pendingSignIn.email));
    changes?.changeClaims(payload, pendingSignIn.tampering);
  });
  service.on("beforeResponse", ({ body }: MutableResponse, request: TokenRequestIncomingMessage) => {
    const pendingSignIn = pendingSignInOf(request);
    if (!pendingSignIn || !changes || body === "") return;
    body["id_token"] = changes.replaceToken(String(body["id_token"]), pendingSignIn.tampering, server);
  });
  return { issuer: url, stop: () => server.stop() };
}

/** The domain is reserved for examples, so these aren't real addresses. */
const SAMPLE_EMAILS = ["alex.example@example.com", "robin.example@example.com"] as const;

function claimsOf(email: string) {
  const [first = "", ...rest] = (email.split("@")[0] ?? "")
    .split(/[.+_-]/)
    .filter(Boolean)
    .map(capitalize);
  const names = { given_name: first, ...(rest.length > 0 ? { family_name: rest.join(" ") } : {}) };
  return { sub: `local-${email}`, email, email_verified: true, ...names };
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function choicePage({ query }: AugmentedRequest): string {
  const hiddenInputs = Object.entries(query)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  const people = SAMPLE_EMAILS.map(
    (email) => `<p><button name="login_hint" value="${email}">${email}</button></p>`,
  ).join("");
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Choose an account</title></head>
  <body style="font: 16px/1.5 system-ui; max-width: 24rem; margin: 3rem auto; padding: 0 1rem">
    <h1 style="font-size: 1.25rem">Choose an account</h1>
    <p>This is a local stand-in for Google. It accepts any email address.</p>
    <form action="/authorize">${hiddenInputs}${people}</form>
    <form action="/authorize">${hiddenInputs}
      <p><label>Another email<br><input name="login_hint" type="email" required></label> <button>Continue</button></p>
    </form>
  </body>
</html>`;
}
