/** Reads the options of commands, mainly of `npm start` and `npm run dev`. Plain JavaScript: see bootstrap.mjs. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Problem } from "./problem.mjs";

const DEFAULT_PORT = 8787;
/** The data folder for `npm start`, `npm run dev` and a plain `wrangler dev`, which is wrangler's default. */
export const DEFAULT_STATE = fileURLToPath(new URL("../../.wrangler/state", import.meta.url));

/**
 * @typedef {object} Options
 * @property {string} command The command that was run, without its port. Messages that suggest another port repeat it.
 * @property {number} port
 * @property {boolean} host Whether to serve other devices, too.
 * @property {string} persistTo
 * @property {Readonly<Record<string, string>>} vars Settings for this run, not yet checked.
 */

/**
 * Like `parseArgs`, but throws a Problem with the usage if it refuses an option.
 * @template {import("node:util").ParseArgsConfig} Config
 * @param {string} usage
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function parseOrThrow(usage, config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** @param {string} command */
export function usageOf(command) {
  return `Usage: ${command} [OPTION …]

  --port N            serves http://localhost:N instead of ${DEFAULT_PORT} (or set PORT=N in the environment)
  --persist-to DIR    keeps the data in this folder
  --var NAME=VALUE    changes a setting for this run, and can be repeated: --var MIN_STARTING_PRICE=1
  --host              also serves other devices on the network, such as your phone
  --help              shows this help

To keep a setting, put the line NAME=VALUE in .dev.vars. docs/deploy.md says what each setting means.`;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Options}
 */
export function readOptions(command, args = process.argv.slice(2), env = process.env) {
  const text = /** @type {const} */ ({ type: "string" });
  const texts = /** @type {const} */ ({ type: "string", multiple: true });
  const options = { port: text, "persist-to": text, host: /** @type {const} */ ({ type: "boolean" }), var: texts };
  const { values } = parseOrThrow(usageOf(command), { args: [...args], options });
  const { port = env["PORT"], "persist-to": folder, host = false, var: vars = [] } = values;
  // npm changes to the project's folder. INIT_CWD is the user's folder.
  const from = env["INIT_CWD"] ?? process.cwd();
  const others = args.filter((word, at) => !/^--port(=|$)/.test(word) && args[at - 1] !== "--port");
  return {
    command: [command, ...others.map((word) => (/\s/.test(word) ? `"${word}"` : word))].join(" "),
    port: port === undefined || port === "" ? DEFAULT_PORT : portOf(port),
    host,
    persistTo: folder === undefined ? DEFAULT_STATE : path.resolve(from, folder),
    vars: Object.fromEntries(vars.map(varOf)),
  };
}

/** @param {readonly string[]} args */
export function wantsHelp(args = process.argv.slice(2)) {
  return args.includes("--help") || args.includes("-h");
}

/** @param {string} text */
function portOf(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Problem(`A port is a number from 1 to 65535, not "${text}".`);
  }
  return port;
}

/**
 * Parses `NAME=VALUE`, or `NAME:VALUE` as in wrangler.
 * @param {string} text
 * @returns {[string, string]}
 */
function varOf(text) {
  const [, name, value] = /^(\w+)[=:]([^]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new Problem(`--var takes NAME=VALUE, such as MIN_STARTING_PRICE=1, not "${text}".`);
  }
  return [name, value];
}
