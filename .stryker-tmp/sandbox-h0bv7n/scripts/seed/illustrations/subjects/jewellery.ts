/** Stones and metal, on a stand or a cushion. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { around, n, type Pen, times } from "../pen.ts";

/** A brilliant from above: a table, a crown of facets, a girdle. */
function brilliant(cx: number, cy: number, r: number, colour: string): string {
  const point = (turn: number, radius: number) =>
    `${n(cx + radius * Math.cos(turn))} ${n(cy + radius * Math.sin(turn))}`;
  const facets = times(8, (index) => {
    const [a, b, c] = [(index * Math.PI) / 4 - 0.39, (index * Math.PI) / 4, (index * Math.PI) / 4 + 0.39];
    const light = Math.cos(b + 2.4);
    const shade = (extra: number) =>
      light + extra > 0
        ? lift(colour, Math.min(0.85, (light + extra) * 0.7))
        : sink(colour, Math.min(0.55, -(light + extra) * 0.5));
    return (
      `<path d="M${point(a, r * 0.56)} L${point(c, r * 0.56)} L${point(b, r)}Z" fill="${shade(0.25)}"/>` +
      `<path d="M${point(a, r * 0.56)} L${point(b, r)} A${r} ${r} 0 0 0 ${point(a - 0.39, r)}Z" fill="${shade(-0.2)}"/>` +
      `<path d="M${point(a, r * 0.56)} L${point(c, r * 0.56)} L${cx} ${cy}Z" fill="${shade(index % 2 ? 0.5 : -0.05)}"/>`
    );
  });
  return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${colour}"/>${facets}<path d="M${n(cx - r * 0.3)} ${n(cy - r * 0.2)} L${n(cx + r * 0.1)} ${n(cy - r * 0.42)} L${n(cx - r * 0.02)} ${n(cy + r * 0.06)}Z" fill="#fff" opacity="0.75"/>`;
}

function emeraldCut(pen: Pen, cx: number, cy: number, w: number, h: number, colour: string): string {
  const step = (share: number, fill: string) => {
    const [x, y, c] = [(w * share) / 2, (h * share) / 2, Math.min(w, h) * 0.2 * share];
    return `<path d="M${n(cx - x + c)} ${n(cy - y)} H${n(cx + x - c)} L${n(cx + x)} ${n(cy - y + c)} V${n(cy + y - c)} L${n(cx + x - c)} ${n(cy + y)} H${n(cx - x + c)} L${n(cx - x)} ${n(cy + y - c)} V${n(cy - y + c)}Z" fill="${fill}"/>`;
  };
  return (
    step(1, pen.fade(60, lift(colour, 0.5), sink(colour, 0.3))) +
    step(0.84, pen.fade(240, lift(colour, 0.35), sink(colour, 0.4))) +
    step(0.66, pen.fade(60, lift(colour, 0.3), sink(colour, 0.2))) +
    step(0.46, pen.fade(50, lift(colour, 0.55), colour, sink(colour, 0.1)))
  );
}

function sparkle(x: number, y: number, r: number): string {
  return `<path d="M${x} ${y - r} Q${x} ${y} ${x + r} ${y} Q${x} ${y} ${x} ${y + r} Q${x} ${y} ${x - r} ${y} Q${x} ${y} ${x} ${y - r}Z" fill="#fff" opacity="0.95"/>`;
}

/** Looks: `solitaire` (one brilliant in claws), `halo` (a step-cut stone in a ring of small ones). */
export function ring(pen: Pen): string {
  const { main, second } = pen.inks;
  const halo = pen.look === "halo";
  const band = '<circle cx="600" cy="560" r="172"/>';
  const stone = halo
    ? around(18, 600, 320, () => brilliant(600, 200, 20, "#e8f1f6")) +
      emeraldCut(pen, 600, 320, 176, 190, second) +
      sparkle(548, 262, 34)
    : `<path d="M508 352 L560 412 H640 L692 352Z" fill="${pen.metal(main)}"/>${brilliant(600, 302, 112, second)}${[
        [506, 246],
        [694, 246],
        [512, 366],
        [688, 366],
      ]
        .map(([x = 0, y = 0]) => `<circle cx="${x}" cy="${y}" r="13" fill="${pen.ball(main)}"/>`)
        .join("")}${sparkle(540, 250, 46)}${sparkle(676, 330, 24)}`;
  return (
    pen.contact(610, 744, 190, 26, 0.6) +
    pen.cast(
      '<circle cx="600" cy="560" r="172" fill="none" stroke="#150d26" stroke-width="40"/><circle cx="600" cy="310" r="100"/>',
      46,
      34,
      18,
      0.35,
    ) +
    `<g fill="none">${band.replace("/>", ` stroke="${sink(main, 0.42)}" stroke-width="44"/>`)}${band.replace("/>", ` stroke="${pen.metal(main, 35)}" stroke-width="36"/>`)}<path d="M452 490 A166 166 0 0 0 470 650" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity="0.7"/><path d="M706 690 A166 166 0 0 0 764 590" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity="0.4"/></g>` +
    (halo ? `<path d="M520 400 Q600 440 680 400 L650 430 Q600 446 550 430Z" fill="${pen.metal(main)}"/>` : "") +
    stone
  );
}

/** Pearls on a velvet bust. */
export function pearls(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const form =
    "M560 130 C560 200 556 240 520 262 C420 310 380 400 392 520 C404 620 470 690 520 742 H680 C730 690 796 620 808 520 C820 400 780 310 680 262 C644 240 640 200 640 130Z";
  const strand = (drop: number, spread: number, r: number) =>
    times(27, (index) => {
      const t = index / 26 - 0.5;
      const [x, y] = [600 + t * 2 * spread, 262 + drop * (1 - (2 * t) ** 2) - 20 * Math.abs(t)];
      const size = r * (1.12 - Math.abs(t) * 0.55);
      return `<circle cx="${n(x + 3)}" cy="${n(y + 6)}" r="${n(size)}" fill="#150d26" opacity="0.3"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(size)}" fill="${pen.glow(0.36, 0.3, 0.8, "#ffffff", [0.4, main], [0.8, mix(main, "#c9a6b4", 0.6)], mix(main, "#7d6a8a", 0.7))}"/>`;
    });
  return (
    pen.cast(`<path d="${form}"/>`, 54, 14, 22, 0.4) +
    pen.contact(600, 750, 190, 20, 0.6) +
    `<path d="${form}" fill="${pen.fade(10, lift(second, 0.2), lift(second, 0.08), [0.5, second], sink(second, 0.45))}"/><ellipse cx="600" cy="132" rx="40" ry="9" fill="${lift(second, 0.25)}"/><path d="M430 420 C410 520 450 620 520 700" fill="none" stroke="${lift(second, 0.5)}" stroke-width="16" stroke-linecap="round" opacity="0.25"/>` +
    strand(150, 118, 14) +
    strand(238, 148, 17) +
    `<circle cx="600" cy="530" r="34" fill="${pen.metal("#d9b25a")}"/>${brilliant(600, 530, 26, accent)}<path d="M600 560 q-24 40 0 66 q24 -26 0 -66z" fill="${pen.glow(0.4, 0.3, 0.8, "#fff", [0.5, main], mix(main, "#8a7390", 0.6))}"/>` +
    `<rect x="500" y="738" width="200" height="14" rx="6" fill="${pen.lying(sink(second, 0.3))}"/>`
  );
}

/** A pair of drop earrings hanging from a small stand. */
export function earrings(pen: Pen): string {
  const { main, second } = pen.inks;
  const one = (x: number) =>
    `${pen.cast(`<rect x="${x - 44}" y="250" width="88" height="300" rx="40"/>`, 40, 20, 16, 0.3)}<path d="M${x} 228 C${x} 190 ${x + 34} 168 ${x + 30} 204" fill="none" stroke="${sink(main, 0.15)}" stroke-width="6" stroke-linecap="round"/>${brilliant(x, 256, 30, "#eaf2f6")}<circle cx="${x}" cy="256" r="32" fill="none" stroke="${pen.metal(main)}" stroke-width="7"/><path d="M${x} 290 v34" stroke="${main}" stroke-width="7"/>${brilliant(x, 344, 20, "#eaf2f6")}<path d="M${x} 364 v22" stroke="${main}" stroke-width="6"/>${times(
      20,
      (index) => {
        const turn = (index * Math.PI) / 10;
        return `<circle cx="${n(x + 74 * Math.cos(turn))}" cy="${n(476 + 96 * Math.sin(turn))}" r="11" fill="${pen.ball("#e4edf2")}" stroke="${main}" stroke-width="3"/>`;
      },
    )}${emeraldCut(pen, x, 476, 108, 150, second)}<path d="M${x} 580 v16" stroke="${main}" stroke-width="6"/>${brilliant(x, 614, 18, lift(second, 0.2))}${sparkle(x - 30, 426, 26)}`;
  return (
    pen.contact(600, 752, 250, 22, 0.55) +
    `<rect x="380" y="183" width="440" height="15" rx="7" fill="${pen.lying(main)}"/><rect x="591" y="190" width="18" height="540" fill="${pen.round(main)}"/><ellipse cx="600" cy="738" rx="170" ry="22" fill="${pen.metal(main, 90)}"/><ellipse cx="600" cy="730" rx="170" ry="20" fill="${pen.fade(0, lift(main, 0.35), sink(main, 0.2))}"/><circle cx="600" cy="176" r="20" fill="${pen.ball(main)}"/>` +
    one(458) +
    one(742)
  );
}

/** An Art Deco brooch: fans of stones about one great stone, on velvet. */
export function brooch(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const fan = (side: number) =>
    times(7, (index) => {
      const turn = -54 + index * 18;
      return `<g transform="translate(600 450) scale(${side} 1) rotate(${turn})"><path d="M90 -13 L264 -30 Q286 0 264 30 L90 13Z" fill="${pen.metal(main, 80)}" stroke="${sink(main, 0.45)}" stroke-width="2"/><path d="M100 -7 L244 -18 Q256 0 244 18 L100 7Z" fill="${index % 2 ? pen.fade(20, lift(second, 0.35), second, sink(second, 0.3)) : pen.fade(20, lift(accent, 0.4), accent, sink(accent, 0.3))}"/><circle cx="268" r="13" fill="${pen.ball("#eaf2f6")}"/></g>`;
    });
  const shadow = times(14, (index) => {
    const turn = (index < 7 ? -54 : 126) + (index % 7) * 18;
    return `<path transform="translate(600 450) rotate(${turn})" d="M60 -15 L270 -34 Q294 0 270 34 L60 15Z"/>`;
  });
  return (
    pen.cast(`${shadow}<circle cx="600" cy="450" r="110"/>`, 14, 24, 14, 0.5) +
    fan(1) +
    fan(-1) +
    around(
      22,
      600,
      450,
      () =>
        `<circle cx="600" cy="344" r="14" fill="${pen.ball("#e8f0f5")}" stroke="${sink(main, 0.2)}" stroke-width="2"/>`,
    ) +
    `<circle cx="600" cy="450" r="92" fill="${pen.metal(main)}"/>${brilliant(600, 450, 80, second)}${sparkle(556, 408, 42)}${sparkle(820, 360, 24)}` +
    `<path d="M560 552 L600 700 L640 552Z" fill="${pen.metal(main)}"/>${times(4, (index) => brilliant(600, 570 + index * 32, 15 - index * 2.4, index % 2 ? accent : "#eaf2f6"))}`
  );
}

const oval = (rx: number, ry: number, stroke: string, width: number) =>
  `<ellipse cx="600" cy="470" rx="${rx}" ry="${ry}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;

/** A hinged bangle set along its crest. */
export function bangle(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const stones = times(11, (index) => {
    const turn = -0.2 - index * 0.275;
    return brilliant(
      Number(n(600 + 248 * Math.cos(turn))),
      Number(n(470 + 178 * Math.sin(turn))),
      index % 2 ? 21 : 28,
      index % 2 ? accent : second,
    );
  });
  return (
    pen.cast(oval(250, 190, "#150d26", 60), 20, 60, 18, 0.42) +
    `<path d="M352 470 A248 176 0 0 0 848 470" fill="none" stroke="${sink(main, 0.5)}" stroke-width="64"/><path d="M352 500 A248 176 0 0 0 848 500" fill="none" stroke="${pen.metal(main, 0)}" stroke-width="46"/>` +
    oval(248, 178, sink(main, 0.4), 70) +
    oval(248, 178, pen.metal(main, 35), 60) +
    `<path d="M372 420 A230 162 0 0 1 560 312" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity="0.6"/>` +
    stones +
    `<rect x="822" y="446" width="52" height="44" rx="9" fill="${pen.metal(main)}" stroke="${sink(main, 0.4)}" stroke-width="3"/>${sparkle(470, 306, 40)}`
  );
}
