/**
 * Extra addresses of a local server. wrangler listens only on 127.0.0.1, so this forwards connections from `[::1]`,
 * which is also `localhost`, and from the `--host` address, for a phone on the same network.
 */
import { connect, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";

import { Problem } from "./problem.mjs";

const SERVER = "127.0.0.1";
const EVERY_ADDRESS = new Set(["0.0.0.0", "::"]);

export type ExtraAddresses = { readonly urls: readonly string[]; readonly stop: () => void };

/** Throws a Problem if this machine doesn't have the address. A machine without IPv6 has no `[::1]`, which is fine. */
export async function listenOnExtraAddresses(port: number, host: string | null): Promise<ExtraAddresses> {
  // Listening on all of IPv4 would clash with the server's own address, so this listens on each address separately.
  const addresses = host === null ? [] : EVERY_ADDRESS.has(host) ? ownAddresses() : [host];
  const loopback = await forwardFrom(port, "::1").catch(() => null);
  const others = await Promise.all(
    addresses
      .filter((address) => address !== SERVER && address !== "localhost" && address !== "::1")
      .map((address) =>
        forwardFrom(port, address).catch(() => {
          throw new Problem(`--host: this machine has no address ${address}, or its port ${port} is taken.`);
        }),
      ),
  );
  const servers = loopback ? [loopback, ...others] : others;
  return {
    urls: others.map((server) => urlOf(server, port)),
    stop: () => servers.forEach((server) => server.close()),
  };
}

/** The addresses at which other machines reach this one. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
}

function forwardFrom(port: number, address: string): Promise<Server> {
  const server = createServer((client) => {
    const origin = connect(port, SERVER);
    client.pipe(origin).pipe(client);
    // If one side closes, because a tab was closed or the server stops, close the other too.
    client.on("error", () => origin.destroy());
    origin.on("error", () => client.destroy());
  });
  // An open page must not keep the command running.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, address, () => resolve(server));
  });
}

function urlOf(server: Server, port: number): string {
  const bound = server.address();
  const address = bound === null || typeof bound === "string" ? "" : bound.address;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
