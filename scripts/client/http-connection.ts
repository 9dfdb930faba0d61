/** A minimal HTTP client for load tests on the same machine: one persistent connection, one request at a time. */
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const SET_COOKIE = /\r\nset-cookie: ([^\r]*)/gi;

export type HttpResponse = { readonly status: number; readonly body: string; readonly setCookies: readonly string[] };

export class HttpConnection {
  readonly #port: number;
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #pending: { readonly resolve: (answer: HttpResponse) => void; readonly reject: (error: Error) => void } | null = null;

  constructor(port: number, socket: Socket) {
    this.#port = port;
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("close", () => this.#pending?.reject(new Error("connection closed")));
  }

  static connect(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      socket.once("error", reject);
      socket.once("connect", () => resolve(new HttpConnection(port, socket)));
    });
  }

  request(method: string, path: string, headers: string, body = ""): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      const lengthHeader = body === "" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${this.#port}\r\n${headers}${lengthHeader}\r\n${body}`,
      );
    });
  }

  destroy(): void {
    this.#pending = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#buffer = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, chunk]) : chunk;
    const end = this.#buffer.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#buffer.toString("latin1", 0, end);
    const start = end + HEAD_END.length;
    const body = /\r\ntransfer-encoding: chunked/i.test(head)
      ? chunkedBody(this.#buffer, start)
      : sizedBody(this.#buffer, start, Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0));
    if (body === null) return;
    this.#buffer = Buffer.alloc(0);
    const pending = this.#pending;
    this.#pending = null;
    const setCookies = Array.from(head.matchAll(SET_COOKIE), ([, cookie = ""]) => cookie);
    pending?.resolve({ status: Number(head.slice(9, 12)), body, setCookies });
  }
}

function sizedBody(data: Buffer, start: number, length: number): string | null {
  return data.length < start + length ? null : data.toString("utf8", start, start + length);
}

function chunkedBody(data: Buffer, start: number): string | null {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const line = data.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(data.toString("latin1", at, line), 16);
    const from = line + 2;
    if (data.length < from + size + 2) return null;
    if (size === 0) return Buffer.concat(chunks).toString("utf8");
    chunks.push(data.subarray(from, from + size));
    at = from + size + 2;
  }
}
