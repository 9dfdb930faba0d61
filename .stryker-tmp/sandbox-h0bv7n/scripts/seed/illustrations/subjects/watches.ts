/** Timepieces to wear or carry, seen from above. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { around, n, type Pen, times } from "../pen.ts";

/** Hour and minute hands at a friendly ten past ten, and a seconds hand. */
function hands(cx: number, cy: number, r: number, colour: string, seconds: string): string {
  const hand = (degrees: number, length: number, width: number, fill: string) =>
    `<path transform="rotate(${degrees} ${cx} ${cy})" d="M${cx - width / 2} ${cy + 14} L${cx - width / 2} ${n(cy - length * 0.72)} L${cx} ${cy - length} L${cx + width / 2} ${n(cy - length * 0.72)} L${cx + width / 2} ${cy + 14}Z" fill="${fill}"/>`;
  return (
    `<g opacity="0.28" transform="translate(5 7)">${hand(305, r * 0.5, r * 0.075, "#000")}${hand(54, r * 0.76, r * 0.055, "#000")}</g>` +
    hand(305, r * 0.5, r * 0.075, colour) +
    hand(54, r * 0.76, r * 0.055, colour) +
    `<path transform="rotate(212 ${cx} ${cy})" d="M${cx} ${n(cy + r * 0.2)} V${n(cy - r * 0.8)}" stroke="${seconds}" stroke-width="3.4" stroke-linecap="round"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${n(r * 0.055)}" fill="${seconds}"/><circle cx="${cx}" cy="${cy}" r="${n(r * 0.02)}" fill="#fff" opacity="0.8"/>`
  );
}

function ticks(cx: number, cy: number, r: number, colour: string): string {
  return (
    around(
      60,
      cx,
      cy,
      () => `<rect x="${cx - 1}" y="${n(cy - r)}" width="2" height="${n(r * 0.04)}" fill="${colour}" opacity="0.7"/>`,
    ) +
    around(
      12,
      cx,
      cy,
      () =>
        `<rect x="${n(cx - r * 0.022)}" y="${n(cy - r)}" width="${n(r * 0.044)}" height="${n(r * 0.15)}" rx="2" fill="${colour}"/>`,
    )
  );
}

/** Looks: `diver` (steel bracelet, bezel), `dress` (leather strap), `chronograph` (three registers). */
export function wristwatch(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const diver = pen.look === "diver";
  const chronograph = pen.look === "chronograph";
  const [cx, cy, r] = [600, 450, diver ? 150 : 156];
  const strapWidth = 172;
  const strapShape = (up: boolean) => {
    const far = up ? -30 : 930;
    const taper = 18;
    return `M${cx - strapWidth / 2} ${up ? 330 : 570} L${cx - strapWidth / 2 + taper} ${far} H${cx + strapWidth / 2 - taper} L${cx + strapWidth / 2} ${up ? 330 : 570}Z`;
  };
  const strapFill = pen.fade(
    0,
    sink(second, 0.35),
    [0.18, second],
    [0.36, lift(second, 0.22)],
    [0.7, second],
    sink(second, 0.42),
  );
  const link = (y: number) =>
    `<rect x="516" y="${y}" width="168" height="36" rx="7" fill="${pen.metal(second, 80)}"/><rect x="568" y="${y + 1}" width="64" height="34" rx="6" fill="${pen.metal(lift(second, 0.15), 80)}" stroke="${sink(second, 0.4)}" stroke-width="1.5"/>`;
  const stitches = (x: number) =>
    `<path d="M${x} 0 V330 M${x} 570 V900" stroke="${lift(second, 0.55)}" stroke-width="3" stroke-dasharray="13 9" opacity="0.75"/>`;
  const strap = diver
    ? times(9, (index) => link(-20 + index * 39)) + times(9, (index) => link(560 + index * 39))
    : `<path d="${strapShape(true)}" fill="${strapFill}"/><path d="${strapShape(false)}" fill="${strapFill}"/>${stitches(536)}${stitches(664)}` +
      times(4, (index) => `<ellipse cx="600" cy="${700 + index * 58}" rx="7" ry="9" fill="${sink(second, 0.7)}"/>`);
  const steel = diver ? second : accent;
  const lugs = `<path d="M470 372 Q488 300 492 262 q20 -14 28 8 L526 322 H674 L680 270 q8 -22 28 -8 Q712 300 730 372Z" fill="${pen.metal(steel)}"/><path d="M470 528 Q488 600 492 638 q20 14 28 -8 L526 578 H674 L680 630 q8 22 28 8 Q712 600 730 528Z" fill="${pen.metal(sink(steel, 0.16))}"/>`;
  const pushers = chronograph
    ? `<rect x="782" y="346" width="44" height="30" rx="8" transform="rotate(-30 800 360)" fill="${pen.metal(steel)}"/><rect x="782" y="524" width="44" height="30" rx="8" transform="rotate(30 800 540)" fill="${pen.metal(steel)}"/>`
    : "";
  const crown = `<rect x="${cx + r + 34}" y="430" width="34" height="42" rx="7" fill="${pen.metal(steel, 90)}"/>`;
  const dial = pen.glow(0.38, 0.32, 0.8, lift(main, 0.22), [0.5, main], sink(main, 0.38));
  const pale = pen.look === "dress";
  const marks = pale ? sink(second, 0.25) : mix("#fffaf0", accent, 0.06);
  const bezel = diver
    ? `<circle cx="${cx}" cy="${cy}" r="${r + 30}" fill="${pen.metal(sink(main, 0.4), 50)}"/>${around(60, cx, cy, (index) => `<rect x="${cx - 2}" y="${cy - r - 24}" width="4" height="${index % 5 ? 8 : 16}" fill="#f6f1e4" opacity="0.85"/>`)}<path d="M${cx} ${cy - r - 8} l-13 -18 h26z" fill="${accent}"/>`
    : "";
  const register = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="37" fill="${sink(main, 0.28)}" stroke="${lift(main, 0.3)}" stroke-width="2"/>${around(12, x, y, () => `<rect x="${x - 1}" y="${y - 33}" width="2" height="7" fill="#fff" opacity="0.7"/>`)}<path d="M${x} ${y} l14 -20" stroke="#fff" stroke-width="3"/>`;
  const registers = chronograph ? register(cx - 62, cy) + register(cx + 62, cy) + register(cx, cy + 66) : "";
  const date = chronograph
    ? ""
    : `<rect x="${cx + 74}" y="${cy - 13}" width="34" height="26" rx="3" fill="#fffdf5" stroke="${sink(main, 0.4)}" stroke-width="2"/><rect x="${cx + 84}" y="${cy - 7}" width="4" height="14" fill="#222"/><rect x="${cx + 93}" y="${cy - 7}" width="4" height="14" fill="#222"/>`;
  const body = `<circle cx="${cx}" cy="${cy}" r="${r + 38}"/><path d="${strapShape(true)}"/><path d="${strapShape(false)}"/>`;
  return `<g transform="translate(-120 -90) scale(1.2)">${
    pen.cast(body, 26, 34, 22, 0.42) +
    strap +
    lugs +
    pushers +
    crown +
    `<circle cx="${cx}" cy="${cy}" r="${r + 38}" fill="${pen.metal(steel)}"/><circle cx="${cx}" cy="${cy}" r="${r + 31}" fill="${pen.metal(sink(steel, 0.1), 240)}"/>${bezel}` +
    `<circle cx="${cx}" cy="${cy}" r="${r + 4}" fill="${sink(main, 0.6)}"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="${dial}"/>` +
    ticks(cx, cy, r - 8, marks) +
    registers +
    date +
    hands(cx, cy, r, pale ? sink(second, 0.3) : lift(steel, 0.5), pale ? accent : mix(accent, "#ffffff", 0.1)) +
    pen.clip(
      `<circle cx="${cx}" cy="${cy}" r="${r}"/>`,
      `<path d="M${cx - r} ${cy - 30} L${cx + 20} ${cy - r} H${cx - r}Z" fill="#fff" opacity="0.16"/><path d="M${cx - r} ${cy + 30} L${cx + 85} ${cy - r} h40 L${cx - r} ${cy + 70}Z" fill="#fff" opacity="0.08"/>`,
    )
  }</g>`;
}

/** An open-faced watch on its chain. */
export function pocketWatch(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const [cx, cy, r] = [575, 490, 190];
  const link = (index: number) => {
    const t = index / 21;
    const [x, y] = [cx + 15 + t * 470 - 90 * Math.sin(t * 3.1), 200 - 130 * Math.sin(t * 3.4) + t * 250];
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="19" ry="12" transform="rotate(${index % 2 ? 62 : 8} ${n(x)} ${n(y)})" fill="none" stroke="${index % 2 ? sink(main, 0.25) : lift(main, 0.2)}" stroke-width="7"/>`;
  };
  const chain = times(22, link);
  const case_ = `<circle cx="${cx}" cy="${cy}" r="${r + 40}"/>`;
  const numerals = around(12, cx, cy, (index) => {
    const strokes = [2, 1, 2, 3, 2, 1, 2, 3, 4, 2, 1, 2][index] ?? 2;
    return times(
      strokes,
      (at) =>
        `<rect x="${n(cx - strokes * 6 + at * 12 + 3)}" y="${cy - r + 20}" width="6" height="34" fill="${second}"/>`,
    );
  });
  return (
    pen.cast(case_ + chain, 24, 32, 20, 0.42) +
    chain +
    `<circle cx="${cx}" cy="206" r="40" fill="none" stroke="${pen.metal(main)}" stroke-width="15"/><rect x="${cx - 27}" y="222" width="54" height="46" rx="10" fill="${pen.metal(main, 0)}"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${r + 40}" fill="${pen.metal(main)}"/><circle cx="${cx}" cy="${cy}" r="${r + 24}" fill="${pen.metal(sink(main, 0.15), 240)}"/>` +
    around(
      72,
      cx,
      cy,
      () => `<rect x="${cx - 1.5}" y="${cy - r - 38}" width="3" height="12" fill="${sink(main, 0.35)}" opacity="0.6"/>`,
    ) +
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${pen.glow(0.4, 0.35, 0.75, "#fffdf6", [0.7, "#f6ecd6"], "#d9c7a4")}"/>` +
    around(
      60,
      cx,
      cy,
      (index) => `<circle cx="${cx}" cy="${cy - r + 9}" r="${index % 5 ? 1.6 : 3.4}" fill="${second}"/>`,
    ) +
    numerals +
    `<circle cx="${cx}" cy="${cy + 88}" r="42" fill="#efe2c6" stroke="${sink(main, 0.2)}" stroke-width="2"/>${around(12, cx, cy + 88, () => `<rect x="${cx - 1}" y="${cy + 50}" width="2" height="7" fill="${second}"/>`)}<path d="M${cx} ${cy + 88} l-16 -24" stroke="${accent}" stroke-width="3"/>` +
    hands(cx, cy, r, mix(second, "#20356b", 0.4), accent) +
    `<path d="M${cx - r + 22} ${cy - 50} a${r - 16} ${r - 16} 0 0 1 120 -116" fill="none" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity="0.6"/>`
  );
}
