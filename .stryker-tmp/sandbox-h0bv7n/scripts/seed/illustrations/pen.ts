/**
 * What every drawing is made with: gradients, shading by material, shadows and clips, collected as SVG definitions.
 * Light falls from the upper left in every picture; that one rule is what makes them a family.
 */
// @ts-nocheck

import { type Random, seededRandom } from "../seeded-random.ts";
import { lift, mix, sink } from "./colour.ts";

export type Stop = string | readonly [offset: number, colour: string, opacity?: number];

/** The colours of one thing: its body, its second material, and a small loud detail. */
export type Inks = { readonly main: string; readonly second: string; readonly accent: string };

export class Pen {
  readonly inks: Inks;
  /** Which variant of a subject to draw. */
  readonly look: string;
  readonly random: Random;
  #defs: string[] = [];
  /** Definitions are numbered, so the same picture is the same text every time. */
  #next = 0;

  constructor(key: string, inks: Inks, look = "") {
    this.inks = inks;
    this.look = look;
    this.random = seededRandom(key);
  }

  get defs(): string {
    return this.#defs.join("");
  }

  /** A linear gradient across the shape's own box: 0 is left to right, 90 top to bottom. */
  fade(degrees: number, ...stops: Stop[]): string {
    const [x, y] = [Math.cos((degrees * Math.PI) / 180) / 2, Math.sin((degrees * Math.PI) / 180) / 2];
    const ends = `x1="${n(0.5 - x)}" y1="${n(0.5 - y)}" x2="${n(0.5 + x)}" y2="${n(0.5 + y)}"`;
    return this.#define((id) => `<linearGradient id="${id}" ${ends}>${stopsOf(stops)}</linearGradient>`);
  }

  /** A radial gradient across the shape's own box; centre and radius as shares of it. */
  glow(cx: number, cy: number, r: number, ...stops: Stop[]): string {
    return this.#define(
      (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`,
    );
  }

  /** A plane that catches the light at its upper left. */
  flat(colour: string): string {
    return this.fade(60, lift(colour, 0.14), colour, sink(colour, 0.14));
  }

  /** An upright body of revolution: a vase, a leg, a bottle. */
  round(colour: string): string {
    return this.fade(
      0,
      [0, sink(colour, 0.24)],
      [0.16, colour],
      [0.32, lift(colour, 0.3)],
      [0.46, lift(colour, 0.06)],
      [0.78, sink(colour, 0.24)],
      [0.93, sink(colour, 0.42)],
      [1, sink(colour, 0.3)],
    );
  }

  /** The same lying on its side. */
  lying(colour: string): string {
    return this.fade(
      90,
      [0, sink(colour, 0.08)],
      [0.2, lift(colour, 0.32)],
      [0.42, colour],
      [0.8, sink(colour, 0.34)],
      [1, sink(colour, 0.22)],
    );
  }

  ball(colour: string): string {
    return this.glow(0.36, 0.3, 0.75, lift(colour, 0.42), [0.35, colour], [0.8, sink(colour, 0.34)], sink(colour, 0.5));
  }

  /** Polished metal: hard changes between light and dark. */
  metal(colour: string, degrees = 60): string {
    return this.fade(
      degrees,
      [0, lift(colour, 0.55)],
      [0.24, colour],
      [0.38, lift(colour, 0.7)],
      [0.52, sink(colour, 0.18)],
      [0.74, lift(colour, 0.2)],
      [1, sink(colour, 0.4)],
    );
  }

  glass(tint = "#cfe8ef"): string {
    return this.fade(55, [0, lift(tint, 0.7), 0.75], [0.45, tint, 0.35], [1, mix(tint, "#16324a", 0.5), 0.55]);
  }

  /** The dark where a thing touches the ground. */
  contact(cx: number, cy: number, rx: number, ry = rx * 0.12, strength = 0.5): string {
    const fill = this.glow(
      0.5,
      0.5,
      0.5,
      [0, "#150d26", strength],
      [0.55, "#150d26", strength * 0.55],
      [1, "#150d26", 0],
    );
    return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
  }

  /** A soft copy of a shape, in one colour, moved: a cast shadow, or a glow when light. */
  cast(shape: string, dx: number, dy: number, blur: number, opacity = 0.35, colour = "#150d26"): string {
    const filter = this.blur(blur);
    return `<g transform="translate(${dx} ${dy})" opacity="${opacity}" fill="${colour}" filter="${filter}">${shape}</g>`;
  }

  blur(deviation: number): string {
    return this.#define(
      (id) =>
        `<filter id="${id}" x="-18%" y="-18%" width="136%" height="136%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    );
  }

  clip(outline: string, content: string): string {
    const reference = this.#define((id) => `<clipPath id="${id}">${outline}</clipPath>`);
    return `<g clip-path="${reference}">${content}</g>`;
  }

  #define(definition: (id: string) => string): string {
    this.#next += 1;
    const id = `d${this.#next}`;
    this.#defs.push(definition(id));
    return `url(#${id})`;
  }
}

/** Short numbers keep the text small and the same everywhere. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The same drawing for each index below `count`. */
export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

/** A copy turned about a point, for each of `count` equal steps of a full turn. */
export function around(count: number, cx: number, cy: number, draw: (index: number) => string): string {
  return times(count, (index) => `<g transform="rotate(${n((index * 360) / count)} ${cx} ${cy})">${draw(index)}</g>`);
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map((stop, index) => {
      const even = stops.length === 1 ? 0 : index / (stops.length - 1);
      const [offset, colour, opacity] = typeof stop === "string" ? [even, stop, 1] : [stop[0], stop[1], stop[2] ?? 1];
      return `<stop offset="${n(offset)}" stop-color="${colour}"${opacity === 1 ? "" : ` stop-opacity="${n(opacity)}"`}/>`;
    })
    .join("");
}
