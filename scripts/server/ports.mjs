/** Checks and finds local ports. Plain JavaScript: see bootstrap.mjs. */
import { createServer } from "node:net";

import { Problem } from "../command-line/problem.mjs";

/** Both addresses of `localhost`, because a program on either one would receive our requests. */
const HOSTS = ["127.0.0.1", "::1"];

/**
 * Throws a Problem that suggests another command when a port is taken.
 * @param {{ port: number, command: string }} options
 */
export async function requireFreePort({ port, command }) {
  const taken = await Promise.all(HOSTS.map((host) => isTaken(host, port)));
  if (!taken.includes(true)) return;
  const other = port < 65_535 ? port + 1 : port - 1;
  throw new Problem(`Port ${port} is taken by another program. Choose another one:\n  ${command} --port ${other}`);
}

/** @returns {Promise<number>} */
export async function findFreePort() {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("the TCP server has no port");
  return address.port;
}

/**
 * Whether the port is in use at this address. A machine without IPv6 fails with another error.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isTaken(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error && error.code === "EADDRINUSE"));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}
