/** Faces of the seeded people: one head, drawn again and again with other hair, skin, clothes and light. */
// @ts-nocheck

import { lift, mix, sink } from "./colour.ts";
import { hairOf, type HairStyle } from "./hair.ts";
import { n, Pen, times } from "./pen.ts";

export type Face = {
  readonly skin: string;
  readonly hair: string;
  readonly style: HairStyle;
  readonly wall: string;
  readonly cloth: string;
  readonly collar: "crew" | "shirt" | "jacket" | "wrap" | "roll";
  readonly beard?: "full" | "stubble" | "moustache";
  readonly glasses?: string;
  readonly earrings?: string;
  /** Where the hair is covered, the brows' own colour. */
  readonly brows?: string;
  /** Years show around the mouth and the eyes. */
  readonly older?: true;
};

export const HEAD =
  "M178 226 C176 160 212 128 256 128 C300 128 336 160 334 226 C332 290 300 340 256 340 C212 340 180 290 178 226Z";
const SHOULDERS =
  "M40 512 C46 430 96 396 170 382 C200 376 214 366 216 340 H296 C298 366 312 376 342 382 C416 396 466 430 472 512Z";

/** The whole portrait as SVG, 512 by 512. */
export function portrait(key: string, face: Face): string {
  const pen = new Pen(key, { main: face.skin, second: face.hair, accent: face.cloth });
  const hair = hairOf(pen, face.style, face.hair);
  const art =
    `<rect width="512" height="512" fill="${pen.glow(0.3, 0.22, 0.95, lift(face.wall, 0.4), [0.55, face.wall], sink(face.wall, 0.3))}"/><circle cx="256" cy="256" r="206" fill="${lift(face.wall, 0.3)}" opacity="0.4"/>` +
    hair.behind +
    body(pen, face) +
    head(pen, face) +
    hair.before;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><defs>${pen.defs}</defs>${art}</svg>`;
}

function body(pen: Pen, { skin, cloth, collar }: Face): string {
  const fabric = pen.fade(20, lift(cloth, 0.24), cloth, sink(cloth, 0.34));
  const neck = `<path d="M212 300 H300 V372 C300 412 212 412 212 372Z" fill="${pen.fade(0, sink(skin, 0.12), skin, sink(skin, 0.26))}"/><path d="M212 318 C230 362 286 362 300 322 V346 C286 372 232 372 212 346Z" fill="${sink(skin, 0.4)}" opacity="0.55"/>`;
  const garment = `<path d="M40 512 C46 430 96 396 170 382 L212 368 C222 408 290 408 300 368 L342 382 C416 396 466 430 472 512Z" fill="${fabric}"/>`;
  switch (collar) {
    case "crew":
      return `${neck}${garment}<path d="M204 370 C218 420 294 420 308 370" fill="none" stroke="${sink(cloth, 0.3)}" stroke-width="9"/>`;
    case "roll":
      return `${neck}${garment}<path d="M202 338 Q256 366 310 338 L316 388 Q256 420 196 388Z" fill="${pen.fade(0, lift(cloth, 0.16), cloth, sink(cloth, 0.3))}"/><path d="M200 362 Q256 388 312 362" fill="none" stroke="${sink(cloth, 0.3)}" stroke-width="4" opacity="0.6"/>`;
    case "wrap":
      return `${neck}<path d="${SHOULDERS}" fill="${skin}"/>${garment}<path d="M170 382 L212 366 L300 512 H210Z" fill="${lift(cloth, 0.12)}"/><path d="M342 382 L300 366 L190 512 H300Z" fill="${pen.fade(40, cloth, sink(cloth, 0.2))}"/><path d="M212 366 L262 446 L300 366" fill="${skin}"/><path d="M170 382 L250 512 M342 382 L256 512" stroke="${lift(cloth, 0.55)}" stroke-width="6" opacity="0.75"/>`;
    case "shirt":
      return `${neck}${garment}<path d="M212 360 L256 420 L222 446 L186 378Z M300 360 L256 420 L290 446 L326 378Z" fill="${lift(cloth, 0.4)}" stroke="${sink(cloth, 0.2)}" stroke-width="2"/><path d="M256 420 V512" stroke="${sink(cloth, 0.3)}" stroke-width="4"/>${[450, 486].map((y) => `<circle cx="256" cy="${y}" r="5" fill="${lift(cloth, 0.6)}"/>`).join("")}`;
    case "jacket":
      return `${neck}${garment}<path d="M212 362 L256 512 L300 362 L286 372 Q256 396 226 372Z" fill="${lift(mix(cloth, "#ffffff", 0.75), 0.2)}"/><path d="M212 360 L160 388 L184 430 L168 446 L250 512 H262 L226 420Z" fill="${lift(cloth, 0.1)}" stroke="${sink(cloth, 0.4)}" stroke-width="2"/><path d="M300 360 L352 388 L328 430 L344 446 L262 512 H250 L286 420Z" fill="${sink(cloth, 0.14)}" stroke="${sink(cloth, 0.4)}" stroke-width="2"/>`;
  }
}

function head(pen: Pen, { skin, hair, brows = hair, beard, glasses, earrings, older }: Face): string {
  const shade = sink(skin, 0.4);
  const ear = (x: number) =>
    `<ellipse cx="${x}" cy="242" rx="17" ry="25" fill="${pen.flat(sink(skin, 0.06))}"/><path d="M${x - 5} 232 q10 8 2 22" fill="none" stroke="${shade}" stroke-width="3" opacity="0.6"/>`;
  const eye = (x: number) =>
    `<path d="M${x - 17} 236 Q${x} 219 ${x + 17} 236 Q${x} 246 ${x - 17} 236Z" fill="#fffaf2"/><circle cx="${x + 1}" cy="234" r="8.4" fill="${sink(mix(brows, "#4a3020", 0.6), 0.35)}"/><circle cx="${x - 2}" cy="231" r="2.6" fill="#fff"/><path d="M${x - 18} 235 Q${x} 217 ${x + 18} 235" fill="none" stroke="${sink(skin, 0.75)}" stroke-width="4.4" stroke-linecap="round"/><path d="M${x - 21} 209 Q${x} 197 ${x + 20} 207" fill="none" stroke="${sink(brows, 0.2)}" stroke-width="7.5" stroke-linecap="round"/>`;
  return (
    ear(180) +
    ear(332) +
    (earrings
      ? [176, 336].map((x) => `<circle cx="${x}" cy="276" r="8" fill="${pen.ball(earrings)}"/>`).join("")
      : "") +
    `<path d="${HEAD}" fill="${pen.fade(25, lift(skin, 0.16), skin, sink(skin, 0.16))}"/>` +
    pen.clip(
      `<path d="${HEAD}"/>`,
      `<ellipse cx="212" cy="272" rx="24" ry="16" fill="${mix(skin, "#d8503c", 0.4)}" opacity="0.4"/><ellipse cx="302" cy="272" rx="24" ry="16" fill="${mix(skin, "#d8503c", 0.4)}" opacity="0.4"/><path d="M300 140 C350 190 340 300 280 344 L344 330 V140Z" fill="${shade}" opacity="0.16"/>${beard ? facialHair(pen, beard, hair) : ""}`,
    ) +
    eye(222) +
    eye(290) +
    `<path d="M258 236 C254 252 246 262 250 270 Q258 276 268 270" fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" opacity="0.8"/>` +
    `<path d="M228 294 Q256 320 286 293 Q256 302 228 294Z" fill="#fff8f0" stroke="${sink(mix(skin, "#b03a3a", 0.45), 0.25)}" stroke-width="5" stroke-linejoin="round"/>` +
    (older
      ? `<path d="M206 268 q-6 16 2 28 M308 268 q6 16 -2 28 M196 240 l-8 4 M316 240 l8 4 M226 168 q30 -8 60 0" fill="none" stroke="${shade}" stroke-width="3" stroke-linecap="round" opacity="0.5"/>`
      : "") +
    (glasses
      ? `<g fill="#fff" fill-opacity="0.14" stroke="${glasses}" stroke-width="6"><rect x="194" y="214" width="54" height="44" rx="18"/><rect x="264" y="214" width="54" height="44" rx="18"/></g><path d="M248 230 q8 -8 16 0 M194 228 l-16 -4 M318 228 l16 -4" fill="none" stroke="${glasses}" stroke-width="6"/>`
      : "")
  );
}

function facialHair(pen: Pen, beard: NonNullable<Face["beard"]>, hair: string): string {
  if (beard === "moustache") {
    return `<path d="M214 292 C226 276 250 276 256 284 C262 276 286 276 298 292 C284 296 266 294 256 290 C246 294 228 296 214 292Z" fill="${sink(hair, 0.1)}"/>`;
  }
  if (beard === "stubble") {
    return `<g fill="${hair}" opacity="0.5">${times(90, () => `<circle cx="${n(pen.random.between(184, 328))}" cy="${n(pen.random.between(286, 340))}" r="1.5"/>`)}</g><path d="M178 240 C186 300 214 282 256 282 C298 282 326 300 334 240 V350 H178Z" fill="${hair}" opacity="0.22"/>`;
  }
  return `<path d="M176 236 C184 268 198 282 216 282 C234 274 248 276 256 282 C264 276 278 274 296 282 C314 282 328 268 336 236 V350 H176Z" fill="${pen.fade(90, hair, sink(hair, 0.2))}"/><path d="M226 292 Q256 286 288 292 Q282 316 256 318 Q230 316 226 292Z" fill="${sink(hair, 0.35)}"/>`;
}
