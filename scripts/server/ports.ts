/** Ports of this machine: whether one is taken, and one that is free. */
import { createServer } from "node:net";

/** Both faces of `localhost`: a program on either would answer in our place. */
const HOSTS = ["127.0.0.1", "::1"];

export async function isTaken(port: number): Promise<boolean> {
  const taken = await Promise.all(HOSTS.map((host) => refuses(host, port)));
  return taken.includes(true);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}

/** Whether listening there fails because someone does already. A machine without IPv6 refuses otherwise. */
function refuses(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error && error.code === "EADDRINUSE"));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}
