/** The methods of requests that change nothing, and WebSocket upgrades. */

export const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the request opens a socket. */
export function isUpgrade(request: Request): boolean {
  return request.method === "GET" && request.headers.get("upgrade")?.toLowerCase() === "websocket";
}
