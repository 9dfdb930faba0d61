/** The deployment's own information, and images. */
import { newId } from "../builders.ts";
import { asSomeone, signedInRow } from "./attempts.ts";
import { forAll, PUBLIC_READ, READS_BODY } from "./cells.ts";
import type { AccessRows } from "./row.ts";

export const DEPLOYMENT_ROWS: AccessRows = {
  "GET /settings": signedInRow(PUBLIC_READ, "/settings"),
  "GET /counts": signedInRow(PUBLIC_READ, "/counts"),
  "GET /healthz": signedInRow(PUBLIC_READ, "/healthz"),
  "POST /browser-errors": {
    attempt: () =>
      asSomeone("/browser-errors", {
        method: "POST",
        json: { kind: "error", page: "/", message: "Failed", place: "/assets/index.js:1:1" },
      }),
    cells: { ...PUBLIC_READ, ...READS_BODY },
  },
  "GET /openapi.json": signedInRow(PUBLIC_READ, "/openapi.json"),
  "GET /.well-known/jwks.json": signedInRow(PUBLIC_READ, "/.well-known/jwks.json"),
  "GET /.well-known/security.txt": signedInRow(PUBLIC_READ, "/.well-known/security.txt"),
  "GET /docs": signedInRow(PUBLIC_READ, "/docs"),
  "GET /images/:kind{auctions|avatars}/:id{[\\w-]{1,64}}/:name{[0-9a-f]{64}(?:-[0-9x]{3,9})?(?:-[0-9a-f]{6})?}": {
    attempt: () => asSomeone(`/images/auctions/${newId()}/${"a".repeat(64)}`),
    // The image was never stored, so every caller gets 404, and so does a malformed URL.
    cells: forAll("404 not_found"),
  },
};
