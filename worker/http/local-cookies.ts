/**
 * Cookies on a local server. It serves pages over plain HTTP, where Safari doesn't store `Secure` cookies even on
 * localhost, and no browser stores them at a `--host` address. So our cookies have plain names and no `Secure`.
 * The rest of the Worker isn't affected. Only `npm start` and `npm run dev` set LOCAL, and over HTTPS nothing changes.
 */
const SECURE_PREFIX = "__Host-";
const LOCAL_PREFIX = "local-";

type AppFetch = (request: Request) => Response | Promise<Response>;

/** Answers a request. A local server's response has cookies that browsers keep over plain HTTP. */
export async function withLocalCookies(request: Request, isLocal: boolean, handle: AppFetch): Promise<Response> {
  if (!isLocal || new URL(request.url).protocol !== "http:") return handle(request);
  const response = await handle(withHostCookies(request));
  const cookies = response.headers.getSetCookie();
  if (cookies.length === 0) return response;
  const local = new Response(response.body, response);
  local.headers.delete("set-cookie");
  for (const cookie of cookies) {
    const plain = cookie.startsWith(SECURE_PREFIX) ? LOCAL_PREFIX + cookie.slice(SECURE_PREFIX.length) : cookie;
    local.headers.append("set-cookie", plain.replace(/; Secure(?=;|$)/i, ""));
  }
  return local;
}

/** Gives cookies with a local name their real name again. A cookie that already claims the real name isn't ours. */
function withHostCookies(request: Request): Request {
  const sent = request.headers.get("cookie");
  if (sent === null) return request;
  const cookies = sent.split(/; ?/).filter((cookie) => !cookie.startsWith(SECURE_PREFIX));
  const renamed = cookies.map((cookie) =>
    cookie.startsWith(LOCAL_PREFIX) ? SECURE_PREFIX + cookie.slice(LOCAL_PREFIX.length) : cookie,
  );
  const headers = new Headers(request.headers);
  headers.set("cookie", renamed.join("; "));
  return new Request(request, { headers });
}
