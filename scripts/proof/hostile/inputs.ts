/**
 * Inputs designed to cost the server a lot of work or memory: files, forms, JSON, headers and socket frames. Each comes
 * with the response it must get. `threats/hostile-inputs.test.ts` sends them, and `work.test.ts` limits the work that
 * reading them takes.
 */
import { type ImageProblem, MAX_IMAGE_BYTES } from "../../../worker/contract/images/image-formats.ts";
import {
  aFileOfParts,
  aGif,
  aJpeg,
  aJpegOfScans,
  aPng,
  asciiBytes,
  bigEndian,
  concat,
  jpegSegment,
  littleEndian,
  lossyFrame,
  riff,
} from "../../../worker/testing/images.ts";

/** A hostile file. It's built on demand, because most are as large as the server accepts. */
type HostileFile = { readonly name: string; readonly problem: ImageProblem; readonly bytes: () => Uint8Array };

function file(name: string, problem: ImageProblem, bytes: () => Uint8Array): HostileFile {
  return { name, problem, bytes };
}

const filledBytes = (byte: number) => new Uint8Array(MAX_IMAGE_BYTES - 1_000).fill(byte);

export const HOSTILE_FILES: readonly HostileFile[] = [
  file("a JPEG of empty parts", "broken", () => aFileOfParts("JPEG", MAX_IMAGE_BYTES)),
  file("a PNG of empty parts", "broken", () => aFileOfParts("PNG", MAX_IMAGE_BYTES)),
  file("a WebP of empty parts with different names", "broken", () => aFileOfParts("WebP", MAX_IMAGE_BYTES)),
  file("a JPEG of 10,000 scans", "broken", () => aJpegOfScans(10_000)),
  file("a JPEG whose scan never ends", "broken", () => concat([aJpeg().subarray(0, -2), filledBytes(0xff)])),
  file("a JPEG with ten megabytes of fill bytes", "broken", () => concat([aJpeg().subarray(0, 2), filledBytes(0xff)])),
  file("a JPEG of the longest comments", "broken", () => {
    const comment = jpegSegment(0xfe, new Uint8Array(65_533));
    return concat([Uint8Array.of(0xff, 0xd8), ...Array.from({ length: 159 }, () => comment)]);
  }),
  file("a PNG of one part of ten megabytes", "broken", () => {
    const data = filledBytes(0);
    return concat([aPng().subarray(0, 33), bigEndian(data.length + 99, 4), asciiBytes("prVt"), data]);
  }),
  file("a GIF of empty parts", "broken", () => {
    const parts = Uint8Array.from(filledBytes(0).map((_, at) => [0x21, 0xf9, 0][at % 3] ?? 0));
    return concat([aGif({ end: "" }).subarray(0, 19), parts]);
  }),
  file("an AVIF of empty parts", "broken", () => {
    const parts = filledBytes(0);
    parts.set(asciiBytes("\0\0\0\u0014ftypavif\0\0\0\0avif"));
    for (let at = 20; at + 8 <= parts.length; at += 8) parts[at + 3] = 8;
    return parts;
  }),
  file("a WebP with too large a size", "broken", () =>
    concat([asciiBytes("RIFF"), littleEndian(2 ** 32 - 1, 4), riff(lossyFrame()).subarray(8), filledBytes(0)]),
  ),
  file("ten megabytes of zeros", "unknown_type", () => filledBytes(0)),
  file("an SVG of nested groups", "unknown_type", () => asciiBytes("<svg>".repeat(200_000))),
  file("a PNG of 4,611,686,014,132,420,609 pixels", "too_many_pixels", () =>
    aPng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }),
  ),
];

export type HostileRequest = {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** The path below /api/v1. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a request without a body. */
  readonly body: (() => Uint8Array) | null;
  readonly status: number;
};

const SIGN_UP = { method: "POST", path: "/auth/signup" } as const;
const SIGN_IN = { method: "POST", path: "/auth/login" } as const;

/** A sign-up form with this file as its photo. */
export function signUpWith(photo: Uint8Array): Pick<HostileRequest, "method" | "path" | "headers" | "body"> {
  return {
    ...SIGN_UP,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: () =>
      concat([
        asciiBytes('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'),
        photo,
        asciiBytes("\r\n--x--\r\n"),
      ]),
  };
}

/** A form with this boundary, which repeats one piece as often as fits. */
function formRequest(name: string, status: number, boundary: string, piece: string, start = ""): HostileRequest {
  const body = () => {
    const [startBytes, pieceBytes] = [asciiBytes(start), asciiBytes(piece)];
    const bytes = new Uint8Array(
      startBytes.length + Math.floor((MAX_IMAGE_BYTES - startBytes.length) / pieceBytes.length) * pieceBytes.length,
    );
    bytes.set(startBytes);
    for (let at = startBytes.length; at < bytes.length; at += pieceBytes.length) bytes.set(pieceBytes, at);
    return bytes;
  };
  return { name, ...SIGN_UP, headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, body, status };
}

const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
const DASHES = "-".repeat(70);
/** Longer than a boundary may be, but short enough for a header. */
const LONG_BOUNDARY = "-".repeat(8_000);

const FORM_REQUESTS: readonly HostileRequest[] = [
  formRequest("a form of 200,000 empty parts", 400, "x", '--x\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n'),
  formRequest("a form of one part that is all headers", 400, "x", "X-Header: 1\r\n", "--x\r\n"),
  formRequest("a form of carriage returns", 400, "x", "\r", PART),
  formRequest("a form of line breaks", 400, "x", "\r\n", PART),
  formRequest("a form of near-boundaries", 400, DASHES, `\r\n--${DASHES.slice(1)}+`, `--${DASHES}${PART.slice(3)}`),
  formRequest("a form of dashes, with a boundary of dashes", 400, DASHES, "-", `--${DASHES}${PART.slice(3)}`),
  formRequest("a form with a boundary of 8,000 dashes", 400, LONG_BOUNDARY, "-", `--${LONG_BOUNDARY}${PART.slice(3)}`),
  {
    name: "a form with ten megabytes of text",
    ...SIGN_UP,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: () => concat([asciiBytes(PART), filledBytes(97), asciiBytes("\r\n--x--")]),
    status: 413,
  },
  {
    name: "a form whose type is all semicolons",
    ...SIGN_UP,
    headers: { "content-type": `multipart/form-data${"; ".repeat(4_000)}` },
    body: () => asciiBytes("--x--"),
    status: 400,
  },
];

function jsonRequest(name: string, status: number, text: string): HostileRequest {
  const body = () => new TextEncoder().encode(text);
  return { name, ...SIGN_IN, headers: { "content-type": "application/json" }, body, status };
}

/** How many characters fit into the 16 KiB of JSON that we read. */
const MAX_JSON_CHARS = 16_000;

const JSON_REQUESTS: readonly HostileRequest[] = [
  jsonRequest("JSON of nested arrays", 400, "[".repeat(MAX_JSON_CHARS / 2) + "]".repeat(MAX_JSON_CHARS / 2)),
  jsonRequest("JSON of nested objects", 400, `${'{"a":'.repeat(MAX_JSON_CHARS / 6)}1${"}".repeat(MAX_JSON_CHARS / 6)}`),
  jsonRequest("JSON of a long array", 400, `[${"0,".repeat(MAX_JSON_CHARS / 2 - 1)}0]`),
  jsonRequest(
    "JSON with many keys",
    400,
    `{${Array.from({ length: MAX_JSON_CHARS / 9 }, (_, at) => `"${at}":0`).join(",")}}`,
  ),
  jsonRequest("JSON full of escapes", 400, `{"email":"${"\\\\".repeat(MAX_JSON_CHARS / 2 - 8)}"}`),
  jsonRequest("JSON with an unclosed string", 400, `{"email":"${'\\"'.repeat(MAX_JSON_CHARS / 2 - 8)}`),
  jsonRequest("JSON of one long number", 400, `{"email":${"1".repeat(MAX_JSON_CHARS - 16)}}`),
  jsonRequest("ten megabytes of JSON", 413, `{"email":"${"x".repeat(MAX_IMAGE_BYTES)}"}`),
];

function getRequest(
  name: string,
  status: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): HostileRequest {
  return { name, method: "GET", path, headers, body: null, status };
}

/** Half the platform's limit for all headers combined. */
const LONG_COOKIE_VALUE = "0123456789".repeat(6_000);

const HEADER_REQUESTS: readonly HostileRequest[] = [
  ...["__Host-session", "__Host-device", "__Host-google", "other"].flatMap((name) => {
    const cookie = `${name}=${LONG_COOKIE_VALUE}`;
    const login = jsonRequest(
      `a sign-in with a long ${name} cookie`,
      401,
      '{"email":"no@one.example","password":"No-one-2026"}',
    );
    return [
      getRequest(`a long ${name} cookie`, 401, "/user/profile", { cookie }),
      { ...login, headers: { ...login.headers, cookie } },
    ];
  }),
  getRequest("a cookie header with 5,000 empty pairs", 401, "/user/profile", { cookie: "; ".repeat(5_000) }),
  getRequest("a cookie header with 800 sessions", 401, "/user/profile", { cookie: "__Host-session=0; ".repeat(800) }),
  getRequest("a user agent of 10,000 characters", 200, "/settings", { "user-agent": "Mac OS X ".repeat(1_100) }),
  getRequest("a conditional request with 2,000 tags", 200, "/settings", {
    "if-none-match": '"0", '.repeat(2_000),
  }),
  getRequest("a query of 2,000 parameters", 200, `/auction/fetchAllAuctions?${"a=1&".repeat(2_000)}`, {}),
  getRequest("a search of 8,000 characters", 200, `/auction/fetchAllAuctions?search=${"a%20".repeat(2_000)}`, {}),
];

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [...FORM_REQUESTS, ...JSON_REQUESTS, ...HEADER_REQUESTS];

/** A message on an auction's socket. It gets an error as its answer, or the socket is closed with this code. */
type HostileFrame = {
  readonly name: string;
  readonly answer: "malformed_request" | "invalid_input" | 1003 | 1009;
  readonly message: () => string | Uint8Array;
};

const FRAME_BYTES = 4_096;

function frame(name: string, answer: HostileFrame["answer"], message: () => string | Uint8Array): HostileFrame {
  return { name, answer, message };
}

export const HOSTILE_FRAMES: readonly HostileFrame[] = [
  frame("a frame of nested arrays", "invalid_input", () => "[".repeat(FRAME_BYTES / 2) + "]".repeat(FRAME_BYTES / 2)),
  frame("a frame of open brackets", "malformed_request", () => "[".repeat(FRAME_BYTES)),
  frame(
    "a frame of many keys",
    "invalid_input",
    () => `{${Array.from({ length: 450 }, (_, at) => `"${at}":0`).join(",")}}`,
  ),
  frame("a frame of a megabyte", 1009, () => "x".repeat(2 ** 20)),
  frame("a binary frame", 1003, () => new Uint8Array(2 ** 20)),
];
