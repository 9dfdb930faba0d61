/**
 * Files that people send as photos, by accident or on purpose, each with its expected result. An accepted file is
 * encoded again, so that nothing hidden in it is kept. All others are refused as the wrong type, as broken, or as too
 * large.
 */
import type { ImageProblem } from "../../../worker/contract/images/image-formats.ts";
import {
  aGif,
  aHeif,
  aJpeg,
  aJpegOfScans,
  ALPHA,
  anAvif,
  aPng,
  asciiBytes,
  cameraExif,
  concat,
  jpegSegment,
  losslessFrame,
  lossyFrame,
  animatedWebp,
  pngChunk,
  riff,
  riffChunk,
  SECRET,
  webpCanvas,
} from "../../../worker/testing/images.ts";
import { HOSTILE_FILES } from "./inputs.ts";

/**
 * What happens to a file: it's accepted, refused because of its header, or refused by the decoder, which reads pixels.
 */
export type FileResult = "accepted" | ImageProblem | "undecodable";
export type CorpusFile = { readonly name: string; readonly bytes: Uint8Array; readonly result: FileResult };

const secret = asciiBytes(SECRET);
const xmp = asciiBytes(`<x:xmpmeta><exif:GPSLatitude>${SECRET}</exif:GPSLatitude></x:xmpmeta>`);
const profile = concat([asciiBytes("ICC_PROFILE\0"), Uint8Array.of(1, 1), new Uint8Array(128)]);
const exif = (orientation: number) => concat([asciiBytes("Exif\0\0"), cameraExif(orientation)]);
const ORIENTATIONS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const SIZES: readonly (readonly [width: number, height: number])[] = [
  [1, 1],
  [2, 3],
  [1_024, 768],
  [8_192, 1],
  [1, 8_192],
  [8_192, 4_882],
];
const TOO_LARGE: readonly (readonly [width: number, height: number])[] = [
  [8_193, 1],
  [1, 8_193],
  [8_192, 4_883],
  [16_383, 16_383],
];

function corpusFile(result: FileResult, name: string, bytes: Uint8Array): CorpusFile {
  return { name, bytes, result };
}

function jpegs(): CorpusFile[] {
  const hidden: readonly (readonly [string, Uint8Array])[] = [
    ["XMP", jpegSegment(0xe1, concat([asciiBytes("http://ns.adobe.com/xap/1.0/\0"), xmp]))],
    ["IPTC", jpegSegment(0xed, concat([asciiBytes("Photoshop 3.0\0"), secret]))],
    ["a comment", jpegSegment(0xfe, secret)],
    ["a comment that is a script", jpegSegment(0xfe, concat([asciiBytes("<script>alert(1)</script>"), secret]))],
    ["a comment that is PHP", jpegSegment(0xfe, concat([asciiBytes("<?php system($_GET[0]); ?>"), secret]))],
    ["more pictures (MPF)", jpegSegment(0xe2, concat([asciiBytes("MPF\0"), secret]))],
    ["a thumbnail (JFXX)", jpegSegment(0xe0, concat([asciiBytes("JFXX\0"), secret]))],
    ["a profile", jpegSegment(0xe2, profile)],
    ...[0xe3, 0xe4, 0xe5, 0xeb, 0xec, 0xef].map(
      (code) => [`maker notes in segment ${code.toString(16)}`, jpegSegment(code, secret)] as const,
    ),
  ];
  const end = Uint8Array.of(0xff, 0xd9);
  const tails = {
    "a ZIP": "PK\u0003\u0004",
    HTML: "<html><script>",
    "a PDF": "%PDF-1.7",
    "a JPEG": "\u00ff\u00d8\u00ff",
  };
  return [
    ...(["baseline", "progressive", "cmyk"] as const).map((kind) =>
      corpusFile("accepted", `a JPEG, ${kind}`, aJpeg({ kind })),
    ),
    corpusFile("accepted", "a JPEG with an extended frame", aJpeg({ frame: 0xc1 })),
    ...hidden.map(([name, part]) => corpusFile("accepted", `a JPEG with ${name}`, aJpeg({ before: [part] }))),
    ...ORIENTATIONS.map((orientation) =>
      corpusFile(
        "accepted",
        `a JPEG with a location and orientation ${orientation}`,
        aJpeg({ before: [jpegSegment(0xe1, exif(orientation))] }),
      ),
    ),
    ...Object.entries(tails).map(([name, tail]) =>
      corpusFile("accepted", `a JPEG before ${name}`, aJpeg({ end: concat([end, asciiBytes(tail), secret]) })),
    ),
    ...TOO_LARGE.map(([width, height]) =>
      corpusFile("too_many_pixels", `a JPEG of ${width} × ${height}`, aJpeg({ size: { width, height } })),
    ),
    corpusFile("undecodable", "a JPEG that claims to be 1024 × 768", aJpeg({ size: { width: 1_024, height: 768 } })),
    ...[0xc3, 0xc5, 0xc7, 0xc9, 0xcb, 0xcf].map((frame) =>
      corpusFile("broken", `a JPEG of a kind that browsers do not show, ${frame.toString(16)}`, aJpeg({ frame })),
    ),
    corpusFile(
      "broken",
      "a JPEG with two frames",
      aJpeg({ before: [jpegSegment(0xc0, Uint8Array.of(8, 0, 2, 0, 2, 1, 1, 17, 0))] }),
    ),
    corpusFile("accepted", "a JPEG without an end", aJpeg({ end: new Uint8Array() })),
    corpusFile("broken", "a JPEG that ends before its first scan", concat([aJpeg().subarray(0, 2), end])),
    corpusFile("too_many_pixels", "a JPEG of 65535 × 65535", aJpeg({ size: { width: 65_535, height: 65_535 } })),
    corpusFile("accepted", "a JPEG of 64 scans", aJpegOfScans(64)),
    corpusFile("broken", "a JPEG of 65 scans", aJpegOfScans(65)),
    corpusFile("broken", "a JPEG without height", aJpeg({ size: { width: 3, height: 0 } })),
  ];
}

function pngs(): CorpusFile[] {
  const kinds: readonly (readonly [depth: number, color: number, isValid: boolean])[] = [
    ...[1, 2, 4, 8, 16].map((depth) => [depth, 0, true] as const),
    ...[2, 4, 6].flatMap((color) => [8, 16].map((depth) => [depth, color, true] as const)),
    ...[1, 3, 5, 7].map((color) => [8, color, false] as const),
    ...[0, 3, 32].map((depth) => [depth, 0, false] as const),
  ];
  const hidden = ["tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "prVt", "xMPx"];
  const png = aPng();
  // These bytes are the image data and its checksum, which only the decoder reads.
  const flipped = Array.from({ length: png.length - 59 }, (_, index) => {
    const at = 43 + index;
    const corrupted = Uint8Array.from(png);
    corrupted[at] = (corrupted[at] ?? 0) ^ 0x04;
    return corpusFile("undecodable", `a PNG with a bit of byte ${at} flipped`, corrupted);
  });
  return [
    ...SIZES.map(([width, height]) =>
      corpusFile("accepted", `a PNG of ${width} × ${height}`, aPng({ width, height, depth: 1 })),
    ),
    ...kinds.map(([depth, color, isValid]) =>
      corpusFile(
        isValid ? "accepted" : "undecodable",
        `a PNG of color type ${color} with ${depth} bits`,
        aPng({ depth, color }),
      ),
    ),
    ...hidden.map((name) => corpusFile("accepted", `a PNG with ${name}`, aPng({ before: [pngChunk(name, secret)] }))),
    ...hidden.map((name) =>
      corpusFile("accepted", `a PNG with ${name} at its end`, aPng({ after: [pngChunk(name, secret)] })),
    ),
    ...ORIENTATIONS.map((orientation) =>
      corpusFile(
        "accepted",
        `a PNG with a location and orientation ${orientation}`,
        aPng({ before: [pngChunk("eXIf", cameraExif(orientation))] }),
      ),
    ),
    ...["PK\u0003\u0004", "<html>", "%PDF-1.7", "GIF89a"].map((tail) =>
      corpusFile("accepted", `a PNG before ${tail}`, concat([aPng(), asciiBytes(tail), secret])),
    ),
    ...TOO_LARGE.map(([width, height]) =>
      corpusFile("too_many_pixels", `a PNG of ${width} × ${height}`, aPng({ width, height })),
    ),
    corpusFile("broken", "a PNG without width", aPng({ width: 0 })),
    ...["acTL", "fcTL", "fdAT"].map((name) =>
      corpusFile("accepted", `an animated PNG (${name})`, aPng({ before: [pngChunk(name, new Uint8Array(26))] })),
    ),
    ...["IHDR", "CgBI", "JDAT"].map((name) =>
      corpusFile("undecodable", `a PNG with an extra ${name} chunk`, aPng({ before: [pngChunk(name, secret)] })),
    ),
    ...flipped,
  ];
}

function webps(): CorpusFile[] {
  return [
    corpusFile("accepted", "a lossy WebP", riff(lossyFrame())),
    corpusFile("accepted", "a lossless WebP", riff(losslessFrame())),
    corpusFile("accepted", "a WebP with a canvas", riff(webpCanvas(0), lossyFrame())),
    corpusFile("undecodable", "a lossless WebP that claims to be 1024 × 768", riff(losslessFrame(1_024, 768))),
    ...ORIENTATIONS.map((orientation) =>
      corpusFile(
        "accepted",
        `a WebP with a location and orientation ${orientation}`,
        riff(webpCanvas(8), lossyFrame(), riffChunk("EXIF", cameraExif(orientation))),
      ),
    ),
    corpusFile("accepted", "a WebP with XMP", riff(webpCanvas(4), lossyFrame(), riffChunk("XMP ", xmp))),
    corpusFile("accepted", "a WebP with a profile", riff(webpCanvas(0x20), riffChunk("ICCP", profile), lossyFrame())),
    corpusFile("accepted", "a WebP with transparency", riff(webpCanvas(0x10), ALPHA, lossyFrame())),
    corpusFile("accepted", "a WebP with an unknown part", riff(webpCanvas(0), lossyFrame(), riffChunk("JUNK", secret))),
    ...["<script>alert(1)</script>", "PK\u0003\u0004", "%PDF-1.7"].map((tail) =>
      corpusFile("accepted", `a WebP before ${tail}`, concat([riff(lossyFrame()), asciiBytes(tail), secret])),
    ),
    corpusFile("accepted", "an animated WebP", animatedWebp()),
    corpusFile("broken", "a WebP of two pictures", riff(webpCanvas(0), lossyFrame(), losslessFrame())),
    corpusFile("broken", "a WebP without a picture", riff(webpCanvas(0))),
    corpusFile(
      "broken",
      "a WebP whose canvas is not its picture's size",
      riff(webpCanvas(0, 4_000, 4_000), lossyFrame()),
    ),
    corpusFile("too_many_pixels", "a WebP of 16384 × 16384", riff(losslessFrame(16_384, 16_384))),
    corpusFile("broken", "a WebP with a part that is cut off", concat([riff(), riffChunk("VP8 ", new Uint8Array(4))])),
  ];
}

/**
 * Files that aren't supported images, whatever their name and type say. `worker/images/image-formats.test.ts` has more
 * kinds, and files that are cut off.
 */
function otherFiles(): CorpusFile[] {
  const starts: Readonly<Record<string, string>> = {
    SVG: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "SVG with a declaration": '<?xml version="1.0"?><svg onload="alert(1)"/>',
    "SVG with a byte order mark": '\u00ef\u00bb\u00bf<svg onload="alert(1)"/>',
    "SVG that refers to another file": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    HTML: "<!doctype html><script>alert(1)</script>",
    MP4: "\0\0\0\u0018ftypmp42\0\0\0\0",
    "JPEG 2000": "\0\0\0\u000cjP  \r\n",
    BMP: "BM\u0036\0\0\0",
    TIFF: "II*\0\u0008\0\0\0",
    PDF: "%PDF-1.7\n",
    ZIP: "PK\u0003\u0004",
    gzip: "\u001f\u008b\u0008",
    ELF: "\u007fELF",
    script: "#!/bin/sh\nid\n",
    "RIFF of another kind": "RIFF\u0004\0\0\0WAVE",
    "a line break before a PNG": "\n\u0089PNG\r\n\u001a\n",
    "two bytes of a JPEG": "\u00ff\u00d8",
    "one byte": "\0",
  };
  return [
    ...Object.entries(starts).map(([name, start]) => corpusFile("unknown_type", name, asciiBytes(start))),
    ...[
      "GIF87a\u0001\0\u0001\0",
      "GIF89a=1;alert(1)//",
      "\0\0\0\u0020ftypavif\0\0\0\0",
      "\0\0\0\u0018ftypheic\0\0\0\0",
    ].map((start) => corpusFile("broken", `${JSON.stringify(start)} and nothing else`, asciiBytes(start))),
    ...["<html>", "%PDF-1.7\n", "PK\u0003\u0004", "\0"].map((start) =>
      corpusFile("unknown_type", `${JSON.stringify(start)} before a PNG`, concat([asciiBytes(start), aPng()])),
    ),
    corpusFile(
      "too_many_bytes",
      "a PNG with ten megabytes behind it",
      concat([aPng(), new Uint8Array(10 * 1_024 * 1_024)]),
    ),
  ];
}

function gifsAndHeifs(): CorpusFile[] {
  return [
    corpusFile("accepted", "a GIF", aGif()),
    corpusFile("accepted", "a GIF87a file", aGif({ version: "87a" })),
    corpusFile("accepted", "an animated GIF", aGif({ frames: 3 })),
    corpusFile("accepted", "a GIF before HTML", concat([aGif(), asciiBytes("<html>"), secret])),
    corpusFile(
      "accepted",
      "a GIF with a comment",
      concat([aGif({ end: "" }), asciiBytes(`!\u00fe\u0004text\0;`), secret]),
    ),
    corpusFile("accepted", "an AVIF", anAvif()),
    corpusFile("too_many_pixels", "a GIF of 60000 × 2", aGif({ width: 60_000 })),
    corpusFile("too_many_pixels", "an AVIF of 100000 × 100000", aHeif("avif", [[100_000, 100_000]])),
    corpusFile(
      "too_many_pixels",
      "a HEIC of 100000 × 100000",
      aHeif("heic", [
        [1, 1],
        [100_000, 100_000],
      ]),
    ),
    corpusFile("undecodable", "a HEIC of 4 × 3", aHeif("heic", [[4, 3]])),
    corpusFile("broken", "an AVIF without a size", aHeif("avif", [])),
  ];
}

function hostileFiles(): CorpusFile[] {
  return HOSTILE_FILES.map(({ name, bytes, problem }) => corpusFile(problem, name, bytes()));
}

export const CORPUS: readonly CorpusFile[] = [
  ...jpegs(),
  ...pngs(),
  ...webps(),
  ...gifsAndHeifs(),
  ...otherFiles(),
  ...hostileFiles(),
];
