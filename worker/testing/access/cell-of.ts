import { failure } from "../../contract/failure.ts";
import { type TestCall, request } from "../http.ts";
import type { AccessAttempt, Cell } from "./row.ts";

/** An attempt by anyone, with or without a cookie. */
export type AnyAttempt = Omit<AccessAttempt, "cookie"> & Pick<TestCall, "cookie">;

/** Makes a call, and returns its status and error code. A socket that opens is closed again. */
export async function cellOf(route: string, { path, call, cookie }: AnyAttempt): Promise<Cell> {
  const [method = ""] = route.split(" ", 1);
  const response = await request(path, { ...call, method, cookie });
  const { status, webSocket } = response;
  webSocket?.accept();
  webSocket?.close();
  return status < 400 ? `${status}` : `${status} ${failure.parse(await response.json()).code}`;
}

/** Whether the call may have changed data that the next call needs. */
export function hasChanged(route: string, cell: Cell): boolean {
  return Number(cell) < 400 && !route.startsWith("GET ");
}
