/** Small things that people keep: toys, stamps, coins. */
// @ts-nocheck

import { lift, sink } from "../colour.ts";
import { around, n, type Pen, times } from "../pen.ts";

/** A jointed mohair bear. */
export function bear(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const fur = (d: string, share = 0) => `<path d="${d}" fill="${pen.ball(sink(main, share))}"/>`;
  const tufts = times(120, () => {
    const [turn, r] = [pen.random.between(0, 6.28), Math.sqrt(pen.random.unit())];
    const head = pen.random.unit() < 0.5;
    const [x, y] = [
      600 + Math.cos(turn) * r * (head ? 125 : 130),
      (head ? 310 : 560) + Math.sin(turn) * r * (head ? 110 : 150),
    ];
    return `<path d="M${n(x)} ${n(y)} q${pen.random.whole(-5, 5)} 6 ${pen.random.whole(-7, 7)} 14" stroke="${pen.random.unit() < 0.5 ? lift(main, 0.3) : sink(main, 0.25)}" stroke-width="2.5" fill="none" opacity="0.45"/>`;
  });
  const pad = (x: number, y: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="48" ry="56" fill="${pen.ball(second)}"/><path d="M${x - 16} ${y + 30} l8 -18 M${x} ${y + 34} v-20 M${x + 16} ${y + 30} l-8 -18" stroke="${sink(second, 0.5)}" stroke-width="4" stroke-linecap="round"/>`;
  return (
    pen.cast('<circle cx="600" cy="310" r="150"/><ellipse cx="600" cy="580" rx="190" ry="170"/>', 50, 20, 24, 0.38) +
    pen.contact(600, 748, 270, 26, 0.6) +
    `<circle cx="474" cy="206" r="60" fill="${pen.ball(main)}"/><circle cx="726" cy="206" r="60" fill="${pen.ball(main)}"/><circle cx="478" cy="212" r="34" fill="${pen.ball(second)}"/><circle cx="722" cy="212" r="34" fill="${pen.ball(second)}"/>` +
    fur("M462 430 C380 450 350 540 372 610 C390 640 430 630 442 600 C450 560 480 520 510 500Z", 0.06) +
    fur("M738 430 C820 450 850 540 828 610 C810 640 770 630 758 600 C750 560 720 520 690 500Z", 0.14) +
    fur(
      "M600 400 C720 400 760 490 750 590 C744 690 690 730 600 730 C510 730 456 690 450 590 C440 490 480 400 600 400Z",
    ) +
    fur("M500 620 C420 610 380 660 392 716 C402 752 470 756 520 738 C560 720 560 640 500 620Z") +
    fur("M700 620 C780 610 820 660 808 716 C798 752 730 756 680 738 C640 720 640 640 700 620Z", 0.1) +
    pad(438, 694) +
    pad(762, 694) +
    fur(
      "M600 170 C700 170 760 240 756 320 C750 410 680 448 600 448 C520 448 450 410 444 320 C440 240 500 170 600 170Z",
    ) +
    tufts +
    `<ellipse cx="600" cy="368" rx="76" ry="60" fill="${pen.ball(lift(second, 0.2))}"/><path d="M570 338 h60 q6 22 -30 36 q-36 -14 -30 -36z" fill="#2c2126"/><path d="M600 372 v22 M572 398 q28 22 56 0" fill="none" stroke="#2c2126" stroke-width="6" stroke-linecap="round"/><circle cx="538" cy="292" r="17" fill="#2c1a14"/><circle cx="662" cy="292" r="17" fill="#2c1a14"/><circle cx="532" cy="286" r="5.5" fill="#fff"/><circle cx="656" cy="286" r="5.5" fill="#fff"/>` +
    `<path d="M600 462 C550 430 500 430 500 466 C500 500 560 492 600 470 C640 492 700 500 700 466 C700 430 650 430 600 462Z" fill="${pen.flat(accent)}"/><circle cx="600" cy="466" r="20" fill="${sink(accent, 0.2)}"/><path d="M590 480 L560 552 L588 544 L602 486 L620 546 L646 550 L612 480Z" fill="${sink(accent, 0.1)}"/>`
  );
}

/** A lithographed tin robot with a key. */
export function robot(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const plate = (x: number, y: number, w: number, h: number, colour = main) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="12" fill="${pen.fade(20, lift(colour, 0.45), colour, sink(colour, 0.4))}"/>`;
  const rivet = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="5" fill="${lift(main, 0.5)}" stroke="${sink(main, 0.4)}" stroke-width="1.5"/>`;
  return (
    pen.cast(
      '<rect x="450" y="150" width="300" height="590"/><rect x="360" y="360" width="480" height="220"/>',
      54,
      12,
      22,
      0.38,
    ) +
    pen.contact(600, 750, 230, 22, 0.6) +
    `<path d="M600 172 v-56" stroke="#b9bec4" stroke-width="8"/><circle cx="600" cy="104" r="19" fill="${pen.ball(accent)}"/>` +
    plate(484, 168, 232, 170) +
    `<rect x="462" y="226" width="26" height="60" rx="8" fill="${pen.round(second)}"/><rect x="712" y="226" width="26" height="60" rx="8" fill="${pen.round(second)}"/><circle cx="548" cy="238" r="33" fill="#231d2b"/><circle cx="652" cy="238" r="33" fill="#231d2b"/><circle cx="548" cy="238" r="24" fill="${pen.ball("#ffd45c")}"/><circle cx="652" cy="238" r="24" fill="${pen.ball("#ffd45c")}"/><circle cx="548" cy="238" r="9" fill="#5d2d18"/><circle cx="652" cy="238" r="9" fill="#5d2d18"/><rect x="540" y="288" width="120" height="30" rx="6" fill="#231d2b"/>${times(6, (index) => `<rect x="${546 + index * 19}" y="293" width="13" height="20" rx="2" fill="${lift(second, 0.3)}"/>`)}` +
    `<rect x="560" y="336" width="80" height="22" fill="${pen.round("#9aa0a8")}"/>` +
    plate(446, 356, 308, 224) +
    `<rect x="484" y="388" width="232" height="126" rx="10" fill="${sink(main, 0.55)}"/><circle cx="548" cy="450" r="42" fill="#f7efdc" stroke="${accent}" stroke-width="7"/>${around(12, 548, 450, () => '<rect x="546.5" y="412" width="3" height="9" fill="#333"/>')}<path d="M548 450 l24 -22" stroke="#c9342c" stroke-width="5" stroke-linecap="round"/>${times(3, (index) => `<circle cx="${634 + index * 30}" cy="424" r="11" fill="${pen.ball(["#e2503f", "#f2c14b", "#58b57a"][index] ?? accent)}"/>`)}${times(4, (index) => `<rect x="${618 + index * 24}" y="${482 - index * 8 - 8}" width="15" height="${14 + index * 8}" fill="${lift(second, 0.2)}"/>`)}<path d="M470 546 H730" stroke="${accent}" stroke-width="9"/>${[
      [462, 372],
      [738, 372],
      [462, 564],
      [738, 564],
    ]
      .map(([x = 0, y = 0]) => rivet(x, y))
      .join("")}` +
    `<circle cx="432" cy="398" r="30" fill="${pen.ball(second)}"/><circle cx="768" cy="398" r="30" fill="${pen.ball(second)}"/>${times(5, (index) => `<rect x="${386 - index}" y="${420 + index * 22}" width="52" height="18" rx="8" fill="${pen.round("#aab0b7")}"/><rect x="${762 + index}" y="${420 + index * 22}" width="52" height="18" rx="8" fill="${pen.round("#9aa0a8")}"/>`)}<path d="M378 532 h62 v30 l-18 26 v-26 h-26 v26 l-18 -26z M760 532 h62 v30 l-18 26 v-26 h-26 v26 l-18 -26z" fill="${pen.flat(second)}"/>` +
    plate(474, 582, 104, 118, sink(main, 0.06)) +
    plate(622, 582, 104, 118, sink(main, 0.14)) +
    `<path d="M448 744 q0 -50 48 -52 h80 v52z M624 744 v-52 h80 q48 2 48 52z" fill="${pen.flat(second)}"/><path d="M754 470 h36" stroke="#b9bec4" stroke-width="9"/><path d="M790 470 q10 -44 44 -34 q16 34 -14 34 q30 0 14 34 q-34 10 -44 -34z" fill="${pen.metal("#d6b25e")}"/>`
  );
}

const hole = (cx: number, cy: number) => `M${n(cx - 7)} ${n(cy)} a7 7 0 1 0 14 0 a7 7 0 1 0 -14 0Z`;

function perforated(x: number, y: number, w: number, h: number): string {
  const [columns, rows] = [Math.round(w / 26), Math.round(h / 26)];
  const along = Array.from({ length: columns + 1 }, (_, index) => x + (w * index) / columns);
  const down = Array.from({ length: rows + 1 }, (_, index) => y + (h * index) / rows);
  return `M${x} ${y} h${w} v${h} h${-w}Z ${along.flatMap((cx) => [hole(cx, y), hole(cx, y + h)]).join(" ")} ${down.flatMap((cy) => [hole(x, cy), hole(x + w, cy)]).join(" ")}`;
}

/** Three stamps and a pair of tongs. */
export function stamps(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const stamp = (x: number, y: number, turn: number, colour: string, motif: string) => {
    const outline = perforated(-120, -150, 240, 300);
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${pen.cast(`<path d="${outline}" fill-rule="evenodd"/>`, 8, 12, 9, 0.4)}<path d="${outline}" fill-rule="evenodd" fill="#fbf5e6"/><rect x="-98" y="-128" width="196" height="256" fill="${pen.fade(60, lift(colour, 0.16), colour, sink(colour, 0.12))}"/><rect x="-88" y="-118" width="176" height="236" fill="none" stroke="#fbf5e6" stroke-width="3"/>${motif}</g>`;
  };
  const ship = `<path d="M-60 40 h120 l-22 40 h-76z" fill="#fbf5e6"/><path d="M-4 30 v-120 q60 40 54 108z M-12 30 v-96 q-46 30 -44 88z" fill="#fbf5e6" opacity="0.9"/><path d="M-80 96 q20 -12 40 0 t40 0 t40 0 t40 0" fill="none" stroke="#fbf5e6" stroke-width="5"/>`;
  const profile = `<ellipse rx="66" ry="88" cy="-6" fill="#fbf5e6" opacity="0.25"/><path d="M-44 82 C-40 50 -20 44 -14 34 C-44 20 -50 -24 -34 -52 C-14 -86 40 -80 46 -36 C48 -18 42 -12 48 2 C54 12 58 14 48 20 C46 40 40 44 18 42 C20 56 44 60 50 82Z" fill="#fbf5e6"/>`;
  const bird = `<path d="M-70 20 C-30 -10 -20 -70 40 -70 C60 -70 66 -50 84 -46 C66 -40 60 -30 56 -10 C50 40 0 60 -40 40 L-84 70Z" fill="#fbf5e6"/><circle cx="46" cy="-50" r="5" fill="#2a2430"/><path d="M-30 20 C0 0 20 -10 36 -8 C30 24 0 40 -30 20Z" fill="${accent}"/><path d="M-90 96 C-40 60 40 110 90 80" fill="none" stroke="#fbf5e6" stroke-width="8"/>`;
  return (
    stamp(380, 420, -13, main, profile) +
    stamp(820, 440, 11, accent, bird) +
    stamp(600, 500, -2, second, ship) +
    `<g opacity="0.5" fill="none" stroke="#2a2430" stroke-width="5"><circle cx="700" cy="640" r="86"/><circle cx="700" cy="640" r="66"/><path d="M770 600 q40 -16 70 0 t70 0 M776 630 q40 -16 70 0 t70 0 M774 660 q40 -16 70 0 t70 0"/></g>` +
    pen.cast('<circle cx="300" cy="650" r="96"/><path d="M226 716 L120 816 l24 26 L252 744Z"/>', 10, 16, 12, 0.4) +
    `<path d="M232 712 L122 812 q-8 18 10 28 q16 6 26 -6 L256 736Z" fill="${pen.flat("#4a2c22")}"/><circle cx="300" cy="650" r="96" fill="#e9f3f4" opacity="0.35"/><circle cx="300" cy="650" r="92" fill="none" stroke="${pen.metal("#d6b25e")}" stroke-width="16"/><path d="M238 620 a70 70 0 0 1 60 -42" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity="0.7"/>`
  );
}

/** A few old coins, one in front. */
export function coins(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const coin = (x: number, y: number, r: number, metal: string, motif: string) =>
    `${pen.cast(`<circle cx="${x}" cy="${y}" r="${r}"/>`, 14, 20, 14, 0.45)}<circle cx="${x + 4}" cy="${y + 6}" r="${r}" fill="${sink(metal, 0.45)}"/><circle cx="${x}" cy="${y}" r="${r}" fill="${pen.metal(metal, 50)}"/>${around(Math.round(r / 2.2), x, y, () => `<circle cx="${x}" cy="${n(y - r * 0.91)}" r="${n(r * 0.022)}" fill="${sink(metal, 0.35)}"/>`)}<circle cx="${x}" cy="${y}" r="${n(r * 0.83)}" fill="${pen.fade(230, lift(metal, 0.3), metal, sink(metal, 0.2))}" stroke="${sink(metal, 0.3)}" stroke-width="3"/><g transform="translate(${x} ${y}) scale(${n(r / 100)})"><g transform="translate(2 3)" opacity="0.4" fill="#2a1a10" stroke="#2a1a10">${motif}</g><g fill="${lift(metal, 0.28)}" stroke="${lift(metal, 0.28)}">${motif}</g></g>`;
  const eagle =
    '<path stroke="none" d="M0 -56 C14 -54 18 -40 12 -30 C40 -60 66 -52 74 -30 C60 -34 50 -20 44 0 C36 14 24 20 16 20 L24 52 H-24 L-16 20 C-24 20 -36 14 -44 0 C-50 -20 -60 -34 -74 -30 C-66 -52 -40 -60 -12 -30 C-18 -40 -14 -54 0 -56Z"/>';
  const head =
    '<path stroke="none" d="M-38 60 C-30 38 -16 34 -12 24 C-38 14 -44 -22 -30 -44 C-12 -70 34 -66 40 -30 C42 -16 36 -10 42 2 C48 10 50 12 42 18 C40 34 34 38 16 36 C18 46 36 48 42 60Z"/>';
  const ship =
    '<path stroke="none" d="M-52 20 H52 L36 48 H-36Z M-4 14 V-56 Q44 -26 40 14Z M-12 14 V-40 Q-40 -20 -38 14Z"/>';
  const wreath =
    '<path fill="none" stroke-width="6" d="M-40 44 C-66 10 -56 -36 -20 -56 M40 44 C66 10 56 -36 20 -56"/><circle stroke="none" r="24"/>';
  return (
    coin(350, 330, 128, second, ship) +
    coin(860, 320, 116, accent, wreath) +
    coin(820, 620, 136, second, head) +
    coin(340, 640, 112, accent, eagle) +
    coin(
      592,
      470,
      196,
      main,
      `${head}${times(20, (index) => `<rect stroke="none" x="-1.4" y="-76" width="2.8" height="9" transform="rotate(${-110 + index * 11.6})"/>`)}`,
    ) +
    `<path d="M430 420 a170 170 0 0 1 130 -118" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity="0.5"/>`
  );
}
