import { once } from "node:events";
/** Compresses text, as Cloudflare does. `wrangler dev` sends it uncompressed. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";

const TEXT = /^(?:text\/|application\/json|image\/svg|application\/javascript)/;

export async function compress(target: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, answer) => forward(incoming, answer, { hostname, port }));
  // Sockets are passed on as they are.
  server.on("upgrade", (incoming, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, index, all) => (index % 2 ? [] : `${name}: ${all[index + 1]}`));
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  const { port: own } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `http://localhost:${own}`, stop };
}

function forward(incoming: IncomingMessage, answer: ServerResponse, to: { hostname: string; port: string }): void {
  const { method, url, headers } = incoming;
  const upstream = request({ ...to, method, path: url, headers }, (response) => {
    // The browser has closed the connection meanwhile.
    if (answer.destroyed) return void response.destroy();
    const { "content-length": length, ...others } = response.headers;
    if (TEXT.test(others["content-type"] ?? "") && others["content-encoding"] === undefined) {
      answer.writeHead(response.statusCode ?? 502, { ...others, "content-encoding": "gzip" });
      pipeline(response, createGzip({ level: 9 }), answer, () => {});
    } else {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, answer, () => {});
    }
  });
  upstream.on("error", () => answer.destroy());
  answer.on("close", () => upstream.destroy());
  incoming.pipe(upstream);
}
