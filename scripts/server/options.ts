/** What may follow `--` behind `npm start` and `npm run dev`. */
import path from "node:path";
import { parseArgs } from "node:util";

import { DEFAULT_STATE, Problem } from "./project.ts";

export const DEFAULT_PORT = 8787;

export type Options = { readonly port: number; readonly persistTo: string };

export function readOptions(args: readonly string[], usage: string): Options {
  const { port, "persist-to": folder } = parsed(args, usage);
  // npm moves to the project's folder; the person's own is in INIT_CWD.
  const from = process.env["INIT_CWD"] ?? process.cwd();
  return {
    port: port === undefined ? DEFAULT_PORT : portOf(port),
    persistTo: folder === undefined ? DEFAULT_STATE : path.resolve(from, folder),
  };
}

function parsed(args: readonly string[], usage: string) {
  try {
    const options = { port: { type: "string" }, "persist-to": { type: "string" } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Problem(`--port takes a number from 1 to 65535, not "${text}".`);
  }
  return port;
}
