/**
 * An auction's live channel for load tests on the same machine. It delivers each message as bytes, so that callers can
 * count frames without decoding them.
 */
import { WebSocket } from "ws";

/** The server closes sockets whose clients send no ping. */
const PING_INTERVAL_MS = 25_000;
const PONG = Buffer.from("pong");

export type SocketOptions = {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly onText: (payload: Buffer) => void;
  /** Not called after `destroy`. */
  readonly onClose: (reason: string) => void;
};

export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #pingTimer: NodeJS.Timeout;

  constructor(socket: WebSocket, onClose: SocketOptions["onClose"]) {
    this.#socket = socket;
    this.#pingTimer = setInterval(() => socket.send("ping"), PING_INTERVAL_MS).unref();
    socket.on("close", (code) => {
      clearInterval(this.#pingTimer);
      onClose(`closed with ${code}`);
    });
  }

  static connect({ port, path, headers, onText, onClose }: SocketOptions): Promise<LiveSocket> {
    return new Promise((resolve, reject) => {
      // Clients share the machine with the server, so they neither compress nor validate text.
      const options = { headers, perMessageDeflate: false, skipUTF8Validation: true };
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
      socket.on("error", reject);
      socket.on("message", (payload: Buffer) => {
        if (!payload.equals(PONG)) onText(payload);
      });
      socket.on("open", () => resolve(new LiveSocket(socket, onClose)));
    });
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  destroy(): void {
    clearInterval(this.#pingTimer);
    this.#socket.removeAllListeners("close");
    this.#socket.terminate();
  }
}
