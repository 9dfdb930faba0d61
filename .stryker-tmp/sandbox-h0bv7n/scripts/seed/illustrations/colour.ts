/** Colour as the eye sees it: mixing happens in OKLab, so that shades stay clean instead of turning grey or muddy. */
// @ts-nocheck


type Lab = readonly [lightness: number, a: number, b: number];

/** Light is warm and shadow is cool and violet, as in a studio with one window. */
const LIGHT = "#fffaf0";
const SHADOW = "#1d1533";

/** `share` 0 is all `from`, 1 is all `to`. Colours are `#rrggbb`. */
export function mix(from: string, to: string, share: number): string {
  const [l1, a1, b1] = labOf(from);
  const [l2, a2, b2] = labOf(to);
  return hexOf([l1 + (l2 - l1) * share, a1 + (a2 - a1) * share, b1 + (b2 - b1) * share]);
}

export function lift(colour: string, share: number): string {
  return mix(colour, LIGHT, share);
}

export function sink(colour: string, share: number): string {
  return mix(colour, SHADOW, share);
}

function labOf(hex: string): Lab {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = [channel(1), channel(3), channel(5)] as const;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOf([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((value) => byte(gamma(value)).toString(16).padStart(2, "0")).join("")}`;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function gamma(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(value, 0) ** (1 / 2.4) - 0.055;
}

function byte(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}
