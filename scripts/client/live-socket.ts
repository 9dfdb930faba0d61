/**
 * A minimal WebSocket client for load tests on the same machine: text frames, no extensions, no copies. It passes each
 * message on as bytes, so that callers can count frames without decoding them.
 */
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const ACCEPT_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const OPCODE_TEXT = 1;
const OPCODE_CLOSE = 8;
const FIN_TEXT = 0x81;
const MASKED = 0x80;
/** The server closes sockets whose clients send no ping. */
const PING_INTERVAL_MS = 25_000;
const PONG = Buffer.from("pong");

export type SocketOptions = {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A view into the receive buffer: valid during the call only. */
  readonly onText: (payload: Buffer) => void;
  readonly onClose: (reason: string) => void;
};

export class LiveSocket {
  readonly #socket: Socket;
  readonly #options: SocketOptions;
  #rest: Buffer = Buffer.alloc(0);
  #open = false;
  #pings: ReturnType<typeof setInterval> | undefined;

  constructor(socket: Socket, options: SocketOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  static connect(options: SocketOptions): Promise<LiveSocket> {
    return new Promise((resolve, reject) => {
      const key = randomBytes(16).toString("base64");
      const accept = createHash("sha1")
        .update(key + ACCEPT_GUID)
        .digest("base64");
      const socket = connect(options.port, "127.0.0.1");
      const client = new LiveSocket(socket, options);
      socket.setNoDelay(true);
      socket.on("error", reject);
      socket.on("close", () => {
        clearInterval(client.#pings);
        options.onClose("connection closed");
      });
      socket.on("connect", () => {
        const headers = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(
          `GET ${options.path} HTTP/1.1\r\nhost: 127.0.0.1:${options.port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
            `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n${headers.join("")}\r\n`,
        );
      });
      socket.on("data", (chunk: Buffer) => {
        if (client.#open) return client.#read(chunk);
        const head = Buffer.concat([client.#rest, chunk]);
        const end = head.indexOf("\r\n\r\n");
        client.#rest = head;
        if (end < 0) return;
        const text = head.toString("latin1", 0, end);
        if (!text.startsWith("HTTP/1.1 101") || !text.includes(accept)) {
          socket.destroy();
          return reject(new Error(`no socket: ${text.split("\r\n")[0]}`));
        }
        client.#open = true;
        client.#pings = setInterval(() => client.send("ping"), PING_INTERVAL_MS).unref();
        client.#rest = Buffer.alloc(0);
        resolve(client);
        if (end + 4 < head.length) client.#read(head.subarray(end + 4));
      });
    });
  }

  /** Sends one short text frame. Its mask is zero: masks protect proxies, and there is none here. */
  send(text: string): void {
    const payload = Buffer.from(text);
    const long = payload.length > 125;
    const header = Buffer.alloc(long ? 8 : 6);
    header[0] = FIN_TEXT;
    if (long) {
      header[1] = MASKED | 126;
      header.writeUInt16BE(payload.length, 2);
    } else {
      header[1] = MASKED | payload.length;
    }
    this.#socket.write(Buffer.concat([header, payload]));
  }

  destroy(): void {
    clearInterval(this.#pings);
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      const frame = frameAt(data, at);
      if (!frame) break;
      at = frame.end;
      const payload = data.subarray(frame.start, frame.end);
      if (frame.opcode === OPCODE_TEXT && !payload.equals(PONG)) this.#options.onText(payload);
      else if (frame.opcode === OPCODE_CLOSE) this.#options.onClose("closed by the server");
    }
    this.#rest = at < data.length ? data.subarray(at) : Buffer.alloc(0);
  }
}

/** The frame that begins at `at`, or null while it is incomplete. Servers do not mask. */
function frameAt(data: Buffer, at: number): { opcode: number; start: number; end: number } | null {
  const first = data[at];
  const second = data[at + 1];
  if (first === undefined || second === undefined) return null;
  let start = at + 2;
  let length = second & 0x7f;
  if (length === 126) {
    if (data.length < at + 4) return null;
    length = data.readUInt16BE(at + 2);
    start = at + 4;
  } else if (length === 127) {
    if (data.length < at + 10) return null;
    length = Number(data.readBigUInt64BE(at + 2));
    start = at + 10;
  }
  const end = start + length;
  return data.length < end ? null : { opcode: first & 0x0f, start, end };
}
