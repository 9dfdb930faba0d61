/** The options of `npm start` and `npm run dev`. Plain JavaScript: see bootstrap.mjs. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Problem } from "./problem.mjs";

const DEFAULT_PORT = 8787;
/** The data of `npm start`, `npm run dev` and a plain `wrangler dev`: wrangler's own default. */
export const DEFAULT_STATE = fileURLToPath(new URL("../../.wrangler/state", import.meta.url));

/**
 * @param {string} command The command that was run, for messages that suggest another one.
 * @returns {{ command: string, port: number, persistTo: string }}
 */
export function readOptions(command) {
  const { port, "persist-to": folder } = parsed(command);
  // npm changes to the project's folder; INIT_CWD is the folder that the user was in.
  const from = process.env["INIT_CWD"] ?? process.cwd();
  return {
    command,
    port: port === undefined ? DEFAULT_PORT : portOf(port),
    persistTo: folder === undefined ? DEFAULT_STATE : path.resolve(from, folder),
  };
}

/** @param {string} command */
function parsed(command) {
  try {
    return parseArgs({ options: { port: { type: "string" }, "persist-to": { type: "string" } } }).values;
  } catch (error) {
    const usage = `Usage: ${command} [--port N] [--persist-to DIR]`;
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** @param {string} text */
function portOf(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Problem(`--port takes a number from 1 to 65535, not "${text}".`);
  }
  return port;
}
