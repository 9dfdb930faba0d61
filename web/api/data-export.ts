/** The file with all the data that the site stores about the person. */
import { z } from "zod";

import { exportFileName } from "../../worker/contract/export-file-name.ts";
import { SITE_NAME } from "../site-name.ts";
import { call } from "./client.ts";

/** All other fields are kept as received, including ones that a newer server adds. */
const dataExportResponse = z.looseObject({ exportedAt: z.string() });

type ExportedFile = { readonly name: string; readonly text: string };

/** `password` is null if the account has none. An incomplete response is a failure. */
export async function exportData(password: string | null): Promise<ExportedFile> {
  const body = password === null ? {} : { password };
  const data = await call(dataExportResponse, "/user/export", { method: "POST", body });
  return { name: exportFileName(SITE_NAME, "data", data.exportedAt), text: `${JSON.stringify(data, null, 2)}\n` };
}
