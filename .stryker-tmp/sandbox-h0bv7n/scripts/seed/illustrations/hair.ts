/** Hair and what covers it: a part behind the head and a part before it. The head's crown is at y 128, its middle x 256. */
// @ts-nocheck

import { lift, sink } from "./colour.ts";
import { n, type Pen, times } from "./pen.ts";

type Hair = { readonly behind: string; readonly before: string };

const STYLES = {
  /** Cropped close at the sides. */
  cropped: (fill: string) => ({
    behind: "",
    before: `<path d="M176 218 C168 150 200 104 262 106 C322 108 346 154 336 218 C330 196 326 176 310 166 C280 172 230 172 204 164 C188 176 182 196 176 218Z" fill="${fill}"/>`,
  }),
  /** Parted, with a wave over the brow. */
  parted: (fill: string, colour: string) => ({
    behind: "",
    before: `<path d="M174 232 C160 150 196 96 268 96 C330 98 352 150 338 230 C334 204 328 186 318 174 C280 178 236 168 214 142 C206 172 186 190 174 232Z" fill="${fill}"/><path d="M214 142 C236 122 280 116 316 134" fill="none" stroke="${lift(colour, 0.35)}" stroke-width="6" stroke-linecap="round" opacity="0.5"/>`,
  }),
  /** Swept up and back, long on top. */
  swept: (fill: string, colour: string) => ({
    behind: "",
    before: `<path d="M176 222 C158 150 186 84 250 84 C300 70 356 104 340 160 C346 182 340 204 336 222 C332 196 322 176 306 164 C262 160 222 164 204 170 C190 180 182 200 176 222Z" fill="${fill}"/><path d="M206 160 C216 120 262 100 316 116 M228 154 C246 126 284 118 326 136" fill="none" stroke="${lift(colour, 0.35)}" stroke-width="5" stroke-linecap="round" opacity="0.45"/>`,
  }),
  curls: (_fill: string, colour: string, pen: Pen) => ({
    behind:
      cluster(pen, colour, 16, 104, 92, 30) +
      [
        [152, 236],
        [360, 236],
        [158, 276],
        [354, 276],
        [172, 312],
        [340, 312],
      ]
        .map(([x = 0, y = 0]) => `<circle cx="${x}" cy="${y}" r="27" fill="${pen.ball(sink(colour, 0.08))}"/>`)
        .join(""),
    before: cluster(pen, lift(colour, 0.06), 9, 72, 56, 25),
  }),
  /** A round cloud of tight curls. */
  cloud: (_fill: string, colour: string, pen: Pen) => ({
    behind: `<circle cx="256" cy="190" r="148" fill="${pen.glow(0.3, 0.25, 0.9, lift(colour, 0.14), [0.5, colour], sink(colour, 0.3))}"/>${times(40, (index) => `<circle cx="${n(256 + 138 * Math.cos(index * 0.157 + 2.9))}" cy="${n(190 + 138 * Math.sin(index * 0.157 + 2.9))}" r="22" fill="${sink(colour, (index % 3) * 0.08)}"/>`)}`,
    before: `<path d="M172 226 C168 150 206 118 256 120 C306 118 344 150 340 226 C332 188 312 164 256 164 C200 164 180 188 172 226Z" fill="${pen.flat(colour)}"/>`,
  }),
  bob: (fill: string, colour: string) => ({
    behind: `<path d="M150 330 C130 190 160 92 256 92 C352 92 382 190 362 330 C340 346 318 340 312 320 H200 C194 340 172 346 150 330Z" fill="${sink(colour, 0.2)}"/>`,
    before: `<path d="M152 322 C134 190 160 92 258 92 C352 92 380 190 360 322 C346 328 334 322 334 300 C344 240 330 190 316 172 C276 180 232 172 208 146 C204 186 172 220 178 300 C178 322 166 328 152 322Z" fill="${fill}"/><path d="M214 140 C250 112 310 116 336 160" fill="none" stroke="${lift(colour, 0.4)}" stroke-width="6" stroke-linecap="round" opacity="0.45"/>`,
  }),
  long: (fill: string, colour: string) => ({
    behind: `<path d="M142 470 C110 300 120 88 256 88 C392 88 402 300 370 470 C330 490 300 470 296 400 H216 C212 470 182 490 142 470Z" fill="${sink(colour, 0.22)}"/>`,
    before: `<path d="M170 300 C146 190 170 92 258 92 C344 92 366 190 342 300 C340 240 330 190 262 140 C210 176 174 230 170 300Z" fill="${fill}"/><path d="M170 300 C160 360 150 420 156 470 C186 470 196 420 190 340Z M342 300 C352 360 362 420 356 470 C326 470 316 420 322 340Z" fill="${fill}"/><path d="M262 138 C220 150 186 196 178 250" fill="none" stroke="${lift(colour, 0.4)}" stroke-width="5" opacity="0.45"/>`,
  }),
  bun: (fill: string, colour: string, pen: Pen) => ({
    behind: `<circle cx="256" cy="88" r="56" fill="${pen.ball(colour)}"/><path d="M216 82 C236 60 276 62 296 86 M222 108 C244 92 270 92 290 106" fill="none" stroke="${lift(colour, 0.35)}" stroke-width="5" opacity="0.5" stroke-linecap="round"/>`,
    before: `<path d="M174 236 C162 150 198 110 256 110 C314 110 350 150 338 236 C330 190 310 158 256 158 C202 158 182 190 174 236Z" fill="${fill}"/><path d="M194 176 C212 138 238 122 256 120 M318 176 C300 138 274 122 256 120" fill="none" stroke="${lift(colour, 0.35)}" stroke-width="4" opacity="0.4"/>`,
  }),
  braid: (fill: string, colour: string, pen: Pen) => ({
    behind: "",
    before: `<path d="M172 244 C158 150 198 98 260 98 C320 100 352 150 340 244 C334 196 318 170 284 148 C244 170 190 180 172 244Z" fill="${fill}"/>${times(7, (index) => `<ellipse cx="${n(346 + 8 * Math.sin(index * 1.1))}" cy="${262 + index * 32}" rx="${27 - index * 1.4}" ry="22" transform="rotate(${index % 2 ? 24 : -24} 346 ${262 + index * 32})" fill="${pen.ball(index % 2 ? colour : lift(colour, 0.08))}"/>`)}<circle cx="348" cy="486" r="12" fill="#d9ae55"/>`,
  }),
  scarf: (_fill: string, colour: string, pen: Pen) => ({
    behind: `<path d="M128 470 C110 260 130 92 256 92 C382 92 402 260 384 470 C340 500 172 500 128 470Z" fill="${pen.fade(20, lift(colour, 0.1), sink(colour, 0.3))}"/>`,
    before: `<path fill-rule="evenodd" d="M150 380 C130 220 150 96 256 96 C362 96 382 220 362 380 C330 430 182 430 150 380Z M186 232 C184 290 212 338 256 338 C300 338 328 290 326 232 C326 176 300 152 256 152 C212 152 186 176 186 232Z" fill="${pen.fade(25, lift(colour, 0.3), colour, sink(colour, 0.28))}"/><path d="M160 350 C200 400 300 410 372 340 C372 400 330 440 250 440 C200 440 160 410 160 350Z" fill="${pen.fade(40, lift(colour, 0.16), sink(colour, 0.2))}"/><path d="M176 190 C186 140 230 118 280 120 M168 300 C180 350 220 390 270 396" fill="none" stroke="${lift(colour, 0.5)}" stroke-width="4" opacity="0.5"/>`,
  }),
  bald: () => ({
    behind: "",
    before: `<path d="M212 152 C228 140 252 138 266 142" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity="0.4"/>`,
  }),
} satisfies Record<string, (fill: string, colour: string, pen: Pen) => Hair>;

export type HairStyle = keyof typeof STYLES;

export function hairOf(pen: Pen, style: HairStyle, colour: string): Hair {
  return STYLES[style](pen.fade(30, lift(colour, 0.2), colour, sink(colour, 0.25)), colour, pen);
}

/** Round curls along the crown. */
function cluster(pen: Pen, colour: string, count: number, rx: number, ry: number, r: number): string {
  return times(count, (index) => {
    const turn = Math.PI * (1.02 + (index / (count - 1)) * 0.96);
    const size = r * (1 + 0.16 * Math.sin(index * 2.3));
    return `<circle cx="${n(256 + rx * Math.cos(turn))}" cy="${n(206 + ry * Math.sin(turn))}" r="${n(size)}" fill="${pen.ball(index % 2 ? colour : sink(colour, 0.1))}"/>`;
  });
}
