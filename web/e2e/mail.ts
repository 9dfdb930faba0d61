/** The mails that the server of the tests writes to files. */
import { readFile } from "node:fs/promises";

import { ownServer } from "./server.ts";

/** The link to this page in the newest mail to this address, or "": the server's log names the file of each mail. */
export async function findMailedLink(email: string, page: `/${string}`): Promise<string> {
  const log = await readFile(ownServer()?.log ?? "", "utf8");
  const mail = log.split("send_email binding called").findLast((text) => text.includes(`To: ${email}`));
  const file = /^Text: (.+\.txt)$/m.exec(mail ?? "")?.[1];
  if (!file) return "";
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.find((line) => line.startsWith("http") && line.includes(`${page}#`)) ?? "";
}
