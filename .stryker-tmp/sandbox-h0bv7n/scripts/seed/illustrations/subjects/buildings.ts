/** Taller, older and stranger places than a house. They stand at y 745. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { n, type Pen, times } from "../pen.ts";

/** A rounded apartment tower with planted balconies; one floor is lit. */
export function tower(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const floors = times(9, (index) => {
    const y = 192 + index * 58;
    const glass =
      index === 2
        ? pen.fade(0, "#ffe9b0", "#ffca78", "#e89a56")
        : pen.fade(0, "#8fb4c4", "#cde4ea", "#54748a", "#33495f");
    const plants = times(7, (at) =>
      pen.random.unit() < 0.62
        ? `<ellipse cx="${430 + at * 58 + pen.random.whole(-12, 12)}" cy="${y + 44}" rx="${pen.random.whole(13, 25)}" ry="${pen.random.whole(9, 15)}" fill="${mix("#4f8f5f", accent, pen.random.between(0, 0.3))}"/>`
        : "",
    );
    const mullions = times(
      8,
      (at) => `<rect x="${430 + at * 50}" y="${y}" width="3" height="46" fill="#2b3442" opacity="0.55"/>`,
    );
    return `<rect x="404" y="${y}" width="394" height="48" fill="${glass}"/>${mullions}${plants}<path d="M398 ${y + 46} H804 q6 0 6 8 t-6 8 H398 q-6 0 -6 -8 t6 -8Z" fill="${pen.round(main)}"/>`;
  });
  return (
    pen.contact(610, 742, 280, 22, 0.5) +
    `<rect x="420" y="712" width="364" height="32" fill="${pen.fade(0, "#ffdf9f", "#f2b566", "#8a5a44")}"/>` +
    floors +
    `<rect x="392" y="150" width="418" height="44" rx="6" fill="${pen.flat(lift(second, 0.1))}"/><rect x="430" y="126" width="150" height="28" fill="${pen.round(second)}"/><path d="M620 150 q0 -40 40 -44 q44 4 44 44z" fill="#5b9466"/><path d="M730 150 v-66" stroke="#3a3541" stroke-width="5"/>` +
    `<rect x="392" y="150" width="418" height="594" fill="${pen.fade(0, [0, "#1d1533", 0.24], [0.22, "#ffffff", 0.2], [0.45, "#ffffff", 0], [1, "#1d1533", 0.48])}"/>` +
    `<circle cx="330" cy="690" r="44" fill="${pen.ball("#4d8460")}"/><rect x="325" y="716" width="10" height="32" fill="#6b4a35"/><circle cx="886" cy="676" r="54" fill="${pen.ball("#5c9164")}"/><rect x="880" y="712" width="12" height="36" fill="#6b4a35"/>`
  );
}

/** A gambrel barn with a silo, made into a home. */
export function barn(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const front = "M330 744 V470 L392 372 L560 276 L728 372 L790 470 V744Z";
  const boards = times(
    23,
    (index) =>
      `<path d="M${330 + index * 20} 270 V744" stroke="${sink(main, 0.4)}" stroke-width="2.5" opacity="0.45"/>`,
  );
  const trim = (d: string) =>
    `<path d="${d}" fill="none" stroke="${lift(second, 0.3)}" stroke-width="12" stroke-linejoin="round"/>`;
  return (
    pen.contact(600, 746, 420, 26, 0.5) +
    `<rect x="800" y="344" width="150" height="400" fill="${pen.round("#c4c0bd")}"/><path d="M800 346 a75 75 0 0 1 150 0Z" fill="${pen.round(sink(accent, 0.06))}"/>${times(6, (index) => `<path d="M800 ${400 + index * 58} H950" stroke="#6d6877" stroke-width="3" opacity="0.5"/>`)}` +
    `<path d="${front}" fill="${pen.fade(20, lift(main, 0.16), main, sink(main, 0.25))}"/>${pen.clip(`<path d="${front}"/>`, boards)}` +
    `<path d="M304 480 L376 362 L560 256 L744 362 L816 480 L790 488 L728 384 L560 288 L392 384 L330 488Z" fill="${pen.fade(20, lift(accent, 0.25), accent, sink(accent, 0.4))}"/>` +
    trim("M338 744 V476 L398 382 L560 290 L722 382 L782 476 V744") +
    `<rect x="520" y="366" width="80" height="86" fill="${pen.fade(70, "#fff0bd", "#f2a65a")}" stroke="${lift(second, 0.3)}" stroke-width="11"/><path d="M560 366 V452 M520 409 H600" stroke="${lift(second, 0.3)}" stroke-width="6"/>` +
    `<rect x="446" y="528" width="228" height="216" fill="${pen.fade(60, "#ffe7b4", "#e0a06a", "#8c5a4a")}"/>${times(5, (index) => `<rect x="${446 + index * 56}" y="528" width="6" height="216" fill="#2d2a33"/>`)}<path d="M446 610 H674" stroke="#2d2a33" stroke-width="6"/>` +
    `<rect x="376" y="520" width="66" height="224" fill="${pen.flat(sink(main, 0.2))}" stroke="${lift(second, 0.3)}" stroke-width="8"/><rect x="678" y="520" width="66" height="224" fill="${pen.flat(sink(main, 0.2))}" stroke="${lift(second, 0.3)}" stroke-width="8"/><path d="M380 740 L438 524 M740 740 L682 524" stroke="${lift(second, 0.3)}" stroke-width="7"/><path d="M366 512 H754" stroke="#2d2a33" stroke-width="7"/>` +
    `<path d="M560 256 v-40" stroke="#3a3541" stroke-width="6"/><path d="M524 216 h64 l-10 -12 m10 12 l-10 12 M524 216 l-8 -8 m8 8 l-8 8" stroke="#3a3541" stroke-width="6" fill="none"/>` +
    times(9, (index) => `<rect x="${90 + index * 26}" y="690" width="12" height="62" rx="4" fill="#f5ecda"/>`) +
    `<path d="M84 710 H314 M84 732 H314" stroke="#f5ecda" stroke-width="9"/><circle cx="1040" cy="690" r="70" fill="${pen.ball("#5c9164")}"/><circle cx="1110" cy="712" r="50" fill="${pen.ball("#4d8460")}"/>`
  );
}

/** A thatched bungalow on stilts over shallow water. */
export function stiltHouse(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const stilts = times(
    6,
    (index) =>
      `<rect x="${326 + index * 106}" y="610" width="15" height="${150 + (index % 2) * 16}" fill="${pen.round("#7a5438")}"/><ellipse cx="${334 + index * 106}" cy="${760 + (index % 2) * 16}" rx="30" ry="6" fill="#fff" opacity="0.4"/>`,
  );
  const straw = times(46, (index) => {
    const x = 258 + index * 15;
    return `<path d="M${x} ${468 + Math.abs(index - 23) * 0.4} l${pen.random.whole(-7, 7)} ${pen.random.whole(16, 34)}" stroke="${sink(second, pen.random.between(0, 0.35))}" stroke-width="7" stroke-linecap="round"/>`;
  });
  return (
    `<path d="M880 636 C960 560 1010 420 1020 260" fill="none" stroke="${pen.fade(0, "#9a7350", "#6b4c36")}" stroke-width="22" stroke-linecap="round"/>${times(8, (index) => `<path transform="rotate(${index * 45 + 12} 1020 258)" d="M1020 258 q70 -74 166 -28 q-96 0 -166 28Z" fill="${index % 2 ? "#3f8a5c" : "#57a36c"}"/>`)}` +
    `<ellipse cx="600" cy="778" rx="400" ry="26" fill="#0d4c57" opacity="0.35"/>` +
    stilts +
    `<rect x="340" y="462" width="430" height="140" fill="${pen.fade(0, lift(main, 0.2), main, sink(main, 0.25))}"/>${times(28, (index) => `<path d="M${346 + index * 15.4} 462 V602" stroke="${sink(main, 0.35)}" stroke-width="2" opacity="0.5"/>`)}` +
    `<rect x="400" y="492" width="90" height="76" fill="${pen.fade(70, "#ffeab0", "#e9a55e")}" stroke="${sink(main, 0.4)}" stroke-width="7"/><rect x="640" y="492" width="90" height="76" fill="${pen.fade(70, "#ffeab0", "#e9a55e")}" stroke="${sink(main, 0.4)}" stroke-width="7"/><rect x="528" y="484" width="76" height="118" fill="${pen.flat(accent)}" stroke="${sink(main, 0.4)}" stroke-width="7"/>` +
    `<path d="M250 474 C330 410 420 300 470 240 Q600 214 650 240 C710 310 800 420 946 474 C760 504 430 504 250 474Z" fill="${pen.fade(25, lift(second, 0.32), second, sink(second, 0.4))}"/>${straw}${times(
      26,
      () => {
        const [x, y] = [pen.random.whole(330, 800), pen.random.whole(290, 450)];
        return Math.abs(x - 570) < (y - 220) * 1.25
          ? `<path d="M${x} ${y} l${n((x - 570) * 0.09)} 34" stroke="${sink(second, 0.4)}" stroke-width="4" opacity="0.35" stroke-linecap="round"/>`
          : "";
      },
    )}<path d="M458 246 Q560 210 662 246 Q560 236 458 246Z" fill="${sink(second, 0.4)}"/>` +
    `<rect x="290" y="600" width="620" height="22" fill="${pen.lying("#b98756")}"/><path d="M300 548 H340 M770 548 H902" stroke="#9d7048" stroke-width="8"/>${times(5, (index) => `<path d="M${780 + index * 29} 546 V602" stroke="#9d7048" stroke-width="7"/>`)}<path d="M300 546 V602" stroke="#9d7048" stroke-width="7"/>` +
    `<path d="M250 612 L304 612 L226 790 L172 790Z" fill="#a97b50"/>${times(6, (index) => `<path d="M${246 - index * 13} ${630 + index * 28} h54" stroke="#7a5438" stroke-width="6"/>`)}`
  );
}

/** A restored tower mill. */
export function windmill(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const sail = (degrees: number) =>
    `<g transform="rotate(${degrees} 600 300)"><rect x="593" y="40" width="14" height="270" fill="#5d4030"/><path d="M607 56 H672 V250 H607Z" fill="${lift(second, 0.45)}" opacity="0.95"/>${times(6, (index) => `<path d="M607 ${64 + index * 36} H674" stroke="#5d4030" stroke-width="5"/>`)}<path d="M640 56 V250 M673 56 V250" stroke="#5d4030" stroke-width="5"/></g>`;
  return (
    pen.contact(600, 748, 300, 24, 0.5) +
    `<path d="M458 746 L520 330 H680 L742 746Z" fill="${pen.round(main)}"/>${times(24, () => {
      const [x, y] = [pen.random.whole(500, 690), pen.random.whole(380, 720)];
      return `<rect x="${x}" y="${y}" width="24" height="9" rx="2" fill="${sink(main, 0.3)}" opacity="0.3"/>`;
    })}` +
    `<path d="M506 334 C512 250 560 216 600 212 C640 216 688 250 694 334Z" fill="${pen.round(accent)}"/><path d="M396 560 H804 l-16 24 H412Z" fill="${pen.lying("#8b603d")}"/><path d="M404 524 H796" stroke="#8b603d" stroke-width="7"/>${times(12, (index) => `<path d="M${408 + index * 35} 522 V562" stroke="#8b603d" stroke-width="6"/>`)}<path d="M440 584 L486 640 M760 584 L714 640" stroke="#6d4a30" stroke-width="9"/>` +
    `<rect x="572" y="420" width="56" height="74" rx="28" fill="${pen.fade(70, "#fff0bd", "#f2a65a")}" stroke="${lift(second, 0.4)}" stroke-width="8"/><path d="M556 746 V664 a44 44 0 0 1 88 0 V746Z" fill="${pen.flat(accent)}" stroke="${lift(second, 0.4)}" stroke-width="8"/>` +
    `<g transform="rotate(24 600 300)"><g transform="translate(10 14)" opacity="0.18">${[0, 90, 180, 270].map((degrees) => `<rect transform="rotate(${degrees} 600 300)" x="600" y="50" width="70" height="200"/>`).join("")}</g>${[0, 90, 180, 270].map(sail).join("")}</g><circle cx="600" cy="300" r="22" fill="${pen.ball("#6d4a30")}"/>` +
    times(
      26,
      (index) =>
        `<path d="M${70 + index * 42 + (index > 8 ? 20 : 0)} 800 v-26" stroke="#4f8350" stroke-width="4"/><path d="M${62 + index * 42 + (index > 8 ? 20 : 0)} 760 q8 -16 16 0 v12 q-8 10 -16 0z" fill="${["#e0475a", "#f2b23e", "#f7e9d7"][index % 3]}"/>`,
    )
  );
}
