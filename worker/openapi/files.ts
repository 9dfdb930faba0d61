/** The API's document and its page as files of the built pages, at the addresses where the Worker serves them. */
import { app } from "../app.ts";
import { documentOf } from "./document.ts";
import { pageOf } from "./page.ts";

export async function apiFiles(): Promise<Readonly<Record<string, string>>> {
  const document = await documentOf(app);
  return {
    "api/v1/openapi.json": JSON.stringify(document),
    "api/v1/docs.html": String(await pageOf(document)),
  };
}
