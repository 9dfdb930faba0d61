/** Old things that tell the time, the place or a tune. They stand at y 745. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { around, n, type Pen, times } from "../pen.ts";

function clockFace(pen: Pen, cx: number, cy: number, r: number, brass: string): string {
  return (
    `<circle cx="${cx}" cy="${cy}" r="${r + 14}" fill="${pen.metal(brass)}"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="${pen.glow(0.4, 0.35, 0.75, "#fffdf4", [0.7, "#f6ecd4"], "#d8c6a0")}"/>` +
    around(
      60,
      cx,
      cy,
      (index) => `<rect x="${cx - 1}" y="${cy - r + 4}" width="2" height="${index % 5 ? 5 : 8}" fill="#2c2634"/>`,
    ) +
    around(12, cx, cy, (index) =>
      times(
        [3, 1, 2, 3, 2, 1, 2, 3, 4, 2, 1, 2][index] ?? 2,
        (at) =>
          `<rect x="${n(cx - 8 + at * 6)}" y="${n(cy - r * 0.86)}" width="3.4" height="${n(r * 0.2)}" fill="#2c2634"/>`,
      ),
    ) +
    `<path d="M${cx} ${cy} L${n(cx - r * 0.44)} ${n(cy - r * 0.3)}" stroke="#1f2a52" stroke-width="${n(r * 0.07)}" stroke-linecap="round"/><path d="M${cx} ${cy} L${n(cx + r * 0.3)} ${n(cy - r * 0.66)}" stroke="#1f2a52" stroke-width="${n(r * 0.05)}" stroke-linecap="round"/><circle cx="${cx}" cy="${cy}" r="${n(r * 0.08)}" fill="${pen.metal(brass)}"/>`
  );
}

/** A bracket clock with a domed case. */
export function mantelClock(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const shell = "M404 700 V440 C404 300 490 226 600 226 C710 226 796 300 796 440 V700Z";
  return (
    pen.cast(`<path d="${shell}"/><rect x="360" y="690" width="480" height="56"/>`, 46, 10, 20, 0.4) +
    pen.contact(600, 748, 280, 24, 0.6) +
    `<path d="${shell}" fill="${pen.fade(10, lift(main, 0.22), main, sink(main, 0.38))}"/><path d="M424 700 V442 C424 314 502 246 600 246 C698 246 776 314 776 442 V700" fill="none" stroke="${accent}" stroke-width="4" opacity="0.85"/>` +
    `<path d="M560 232 q40 -20 80 0 l-12 -34 h-56z" fill="${pen.round(accent)}"/><circle cx="600" cy="182" r="22" fill="${pen.ball(accent)}"/><path d="M540 196 a60 60 0 0 1 120 0" fill="none" stroke="${pen.metal(accent)}" stroke-width="10"/>` +
    clockFace(pen, 600, 426, 124, accent) +
    `<path d="M452 600 q60 -44 92 0 q-46 44 -92 0Z M748 600 q-60 -44 -92 0 q46 44 92 0Z" fill="${second}" opacity="0.9"/><path d="M560 640 q40 -60 80 0 q-40 40 -80 0Z" fill="${pen.metal(accent)}"/>` +
    `<rect x="372" y="690" width="456" height="26" rx="4" fill="${pen.lying(lift(main, 0.08))}"/><rect x="356" y="714" width="488" height="22" rx="4" fill="${pen.lying(sink(main, 0.1))}"/><circle cx="392" cy="742" r="13" fill="${pen.ball(accent)}"/><circle cx="808" cy="742" r="13" fill="${pen.ball(accent)}"/>`
  );
}

/** A standing clock with its pendulum. */
export function longcaseClock(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const wood = pen.fade(0, sink(main, 0.1), [0.2, lift(main, 0.2)], [0.6, main], sink(main, 0.4));
  return (
    pen.cast('<path d="M480 100 H720 V780 H480Z"/>', 60, 12, 22, 0.36) +
    pen.contact(600, 806, 210, 22, 0.6) +
    `<path d="M470 160 C480 100 550 92 600 60 C650 92 720 100 730 160Z" fill="${wood}"/><circle cx="600" cy="60" r="16" fill="${pen.ball(accent)}"/><circle cx="486" cy="112" r="13" fill="${pen.ball(accent)}"/><circle cx="714" cy="112" r="13" fill="${pen.ball(accent)}"/>` +
    `<rect x="476" y="156" width="248" height="210" fill="${wood}"/><rect x="462" y="148" width="276" height="18" rx="4" fill="${pen.lying(lift(main, 0.1))}"/><rect x="486" y="176" width="16" height="186" fill="${pen.round(accent)}"/><rect x="698" y="176" width="16" height="186" fill="${pen.round(accent)}"/>` +
    clockFace(pen, 600, 266, 78, accent) +
    `<rect x="462" y="362" width="276" height="22" rx="4" fill="${pen.lying(main)}"/><rect x="508" y="384" width="184" height="270" fill="${wood}"/><rect x="532" y="404" width="136" height="232" rx="68" fill="${pen.fade(90, sink(second, 0.6), sink(second, 0.4))}"/><path d="M600 404 V560" stroke="${accent}" stroke-width="5"/><circle cx="600" cy="580" r="33" fill="${pen.metal(accent)}"/><path d="M566 404 V470 M634 404 V510" stroke="${lift(accent, 0.3)}" stroke-width="2"/><rect x="556" y="466" width="20" height="56" rx="4" fill="${pen.round(accent)}"/><rect x="624" y="506" width="20" height="56" rx="4" fill="${pen.round(accent)}"/><path d="M548 440 L590 410 L556 620 Z" fill="#fff" opacity="0.1"/>` +
    `<rect x="478" y="650" width="244" height="20" rx="4" fill="${pen.lying(main)}"/><rect x="484" y="668" width="232" height="112" fill="${wood}"/><rect x="512" y="688" width="176" height="72" fill="none" stroke="${sink(main, 0.4)}" stroke-width="5"/><rect x="466" y="776" width="268" height="28" rx="4" fill="${pen.lying(sink(main, 0.1))}"/>`
  );
}

/** A terrestrial globe on a turned stand. */
export function globe(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const land =
    "M452 270 q44 -52 104 -40 q30 18 -8 44 q-36 8 -40 44 q18 30 -18 54 q-40 -6 -48 -54 Z M500 396 q46 -12 70 34 q-2 62 -44 96 q-22 -14 -18 -62 q-22 -30 -8 -68Z M648 250 q70 -36 122 20 q30 44 22 74 q-40 -16 -66 6 q-34 8 -54 -22 q-32 -24 -24 -78Z M650 384 q54 -20 96 12 q16 50 -26 106 q-30 16 -44 -26 q-40 -40 -26 -92Z M770 470 q30 -8 40 12 q-10 30 -34 28z";
  return (
    pen.cast('<circle cx="600" cy="380" r="210"/><path d="M560 560 H640 L700 745 H500Z"/>', 50, 16, 24, 0.36) +
    pen.contact(600, 748, 190, 22, 0.6) +
    `<path d="M600 130 a252 252 0 1 0 120 470" fill="none" stroke="${pen.metal(accent)}" stroke-width="20" stroke-linecap="round" transform="rotate(-14 600 380)"/>` +
    `<circle cx="600" cy="380" r="206" fill="${pen.ball(main)}"/>` +
    pen.clip(
      '<circle cx="600" cy="380" r="206"/>',
      `<g transform="rotate(-16 600 380)"><path d="${land}" fill="${second}"/><path d="${land}" fill="none" stroke="${sink(second, 0.3)}" stroke-width="3"/>${[60, 125, 180].map((rx) => `<ellipse cx="600" cy="380" rx="${rx}" ry="206" fill="none" stroke="${lift(main, 0.5)}" stroke-width="1.6" opacity="0.7"/>`).join("")}${[-130, -66, 0, 66, 130].map((dy) => `<path d="M394 ${380 + dy} Q600 ${410 + dy} 806 ${380 + dy}" fill="none" stroke="${lift(main, 0.5)}" stroke-width="1.6" opacity="0.7"/>`).join("")}</g><circle cx="600" cy="380" r="206" fill="${pen.glow(0.34, 0.28, 0.8, [0, "#fff", 0.5], [0.4, "#fff", 0], [0.75, "#150d26", 0.2], [1, "#150d26", 0.6])}"/>`,
    ) +
    `<path d="M586 600 h28 l10 34 q-24 14 -48 0z" fill="${pen.round(sink(accent, 0.1))}"/><path d="M578 632 C560 660 590 676 584 700 H616 C610 676 640 660 622 632Z" fill="${pen.round("#6b3f28")}"/><path d="M486 746 q0 -38 62 -42 h104 q62 4 62 42Z" fill="${pen.round("#6b3f28")}"/><rect x="480" y="738" width="240" height="14" rx="7" fill="${pen.lying("#57321f")}"/>`
  );
}

/** A wind-up gramophone with a flower horn. */
export function gramophone(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const horn =
    "M506 500 C420 430 320 330 304 236 C300 176 390 120 520 138 C650 156 792 236 790 330 C786 390 690 400 620 420 C566 436 556 470 554 506 Q530 520 506 500Z";
  return (
    pen.cast(`<path d="${horn}"/><rect x="372" y="590" width="456" height="150"/>`, 50, 14, 22, 0.36) +
    pen.contact(600, 748, 290, 22, 0.6) +
    `<path d="M540 590 C536 540 520 520 530 480" fill="none" stroke="${pen.metal(accent)}" stroke-width="22" stroke-linecap="round"/>` +
    `<path d="${horn}" fill="${pen.fade(40, lift(main, 0.35), main, sink(main, 0.45))}"/>` +
    `<g transform="rotate(22 548 238)"><ellipse cx="548" cy="238" rx="256" ry="118" fill="${pen.metal(accent)}"/><ellipse cx="548" cy="238" rx="244" ry="107" fill="${pen.glow(0.5, 0.75, 0.75, sink(main, 0.75), [0.4, sink(main, 0.3)], lift(main, 0.25))}"/>${times(
      12,
      (index) => {
        const turn = (index * Math.PI) / 6;
        return `<path d="M548 296 Q${n(548 + 150 * Math.cos(turn))} ${n(262 + 62 * Math.sin(turn))} ${n(548 + 244 * Math.cos(turn))} ${n(238 + 107 * Math.sin(turn))}" fill="none" stroke="${lift(main, 0.45)}" stroke-width="2.5" opacity="0.55"/>`;
      },
    )}<ellipse cx="546" cy="294" rx="34" ry="16" fill="#140c1c"/></g>` +
    `<ellipse cx="690" cy="580" rx="150" ry="24" fill="#1d1822"/><ellipse cx="690" cy="574" rx="150" ry="24" fill="${pen.fade(0, "#3b3541", "#1a161f")}"/><ellipse cx="690" cy="574" rx="100" ry="15" fill="none" stroke="#5a5463" stroke-width="1.5"/><ellipse cx="690" cy="574" rx="44" ry="7" fill="${accent}"/><path d="M556 560 C600 540 640 548 674 566" fill="none" stroke="${pen.metal(accent)}" stroke-width="11" stroke-linecap="round"/>` +
    `<rect x="360" y="588" width="480" height="24" rx="5" fill="${pen.lying(lift(second, 0.12))}"/><rect x="380" y="610" width="440" height="106" fill="${pen.fade(20, lift(second, 0.18), second, sink(second, 0.35))}"/><rect x="412" y="630" width="376" height="66" fill="none" stroke="${sink(second, 0.4)}" stroke-width="5"/><path d="M560 664 q40 -34 80 0 q-40 34 -80 0Z" fill="${pen.metal(accent)}"/><rect x="356" y="714" width="488" height="30" rx="6" fill="${pen.lying(sink(second, 0.08))}"/><path d="M820 662 h48 v34 h36" fill="none" stroke="${accent}" stroke-width="11" stroke-linejoin="round"/><rect x="896" y="686" width="40" height="20" rx="9" fill="${pen.lying("#6b3f28")}"/>`
  );
}

/** A portable typewriter. Looks differ by inks alone. */
export function typewriter(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const keys = times(4, (row) =>
    times(
      11 - (row % 2),
      (column) =>
        `<circle cx="${408 + column * 38 + row * 7 + (row % 2) * 19}" cy="${588 + row * 36}" r="14" fill="${pen.ball(second)}" stroke="${lift(second, 0.7)}" stroke-width="2.5"/>`,
    ),
  );
  return (
    pen.cast('<path d="M340 430 H860 L910 745 H290Z"/>', 40, 10, 22, 0.4) +
    pen.contact(600, 748, 340, 24, 0.6) +
    `<path d="M440 120 H760 V400 H440Z" fill="${pen.fade(80, "#fffdf6", "#efe6d3")}"/>${times(7, (index) => `<rect x="474" y="${160 + index * 26}" width="${[240, 210, 250, 180, 236, 222, 120][index]}" height="5" rx="2" fill="#8d8494" opacity="0.6"/>`)}` +
    `<rect x="300" y="372" width="600" height="46" rx="22" fill="${pen.lying("#2f2a35")}"/><rect x="270" y="380" width="40" height="30" rx="8" fill="${pen.lying(accent)}"/><rect x="890" y="380" width="40" height="30" rx="8" fill="${pen.lying(accent)}"/><path d="M300 380 L244 344" stroke="#c9cdd2" stroke-width="10" stroke-linecap="round"/>` +
    `<path d="M350 416 H850 C866 460 884 520 892 560 H308 C316 520 334 460 350 416Z" fill="${pen.fade(80, lift(main, 0.4), main, sink(main, 0.12))}"/><path d="M470 430 H730 C738 456 742 480 744 500 H456 C458 480 462 456 470 430Z" fill="${sink(main, 0.7)}"/>${times(17, (index) => `<path d="M${488 + index * 14} 436 L${520 + index * 10} 498" stroke="#b9bec4" stroke-width="2.5"/>`)}<circle cx="420" cy="470" r="26" fill="${pen.metal("#c9cdd2")}"/><circle cx="780" cy="470" r="26" fill="${pen.metal("#c9cdd2")}"/><rect x="556" y="518" width="88" height="16" rx="8" fill="${pen.metal(accent)}"/>` +
    `<path d="M308 556 H892 L926 724 q2 18 -18 20 H292 q-20 -2 -18 -20Z" fill="${pen.fade(90, lift(main, 0.2), main, sink(main, 0.35))}"/><path d="M352 566 H848 L876 716 H324Z" fill="${sink(main, 0.55)}"/>${keys}<rect x="450" y="716" width="300" height="18" rx="9" fill="${pen.lying(lift(second, 0.15))}"/>`
  );
}

/** A brass telescope on a tripod. */
export function telescope(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const leg = (x: number) =>
    `<path d="M600 470 L${x} 752" stroke="${pen.fade(0, lift(second, 0.2), sink(second, 0.3))}" stroke-width="20" stroke-linecap="round"/><path d="M598 470 L${x - 4} 752" stroke="${lift(second, 0.35)}" stroke-width="4"/>`;
  const tube = `<rect x="330" y="330" width="300" height="62" rx="6" fill="${pen.lying(second)}"/><rect x="600" y="322" width="250" height="78" rx="6" fill="${pen.lying(main)}"/><rect x="840" y="312" width="96" height="98" rx="8" fill="${pen.lying(lift(main, 0.08))}"/><rect x="918" y="306" width="26" height="110" rx="8" fill="${pen.lying(sink(main, 0.1))}"/><rect x="318" y="322" width="26" height="78" rx="6" fill="${pen.lying(main)}"/><rect x="236" y="338" width="90" height="46" rx="5" fill="${pen.lying(main)}"/><rect x="206" y="330" width="36" height="62" rx="10" fill="${pen.lying("#3a3541")}"/><rect x="590" y="316" width="24" height="90" rx="6" fill="${pen.lying(lift(main, 0.12))}"/>${times(14, (index) => `<path d="M${360 + index * 16} 332 l-10 58" stroke="${sink(second, 0.4)}" stroke-width="2" opacity="0.5"/>`)}`;
  return (
    pen.cast(
      `<g transform="rotate(-19 600 400)"><rect x="206" y="320" width="740" height="84"/></g>`,
      40,
      60,
      24,
      0.3,
    ) +
    pen.contact(420, 754, 60, 12, 0.5) +
    pen.contact(780, 754, 60, 12, 0.5) +
    pen.contact(610, 770, 60, 12, 0.5) +
    leg(604).replace("752", "770") +
    leg(416) +
    leg(784) +
    `<path d="M480 650 Q600 690 716 650" fill="none" stroke="${accent}" stroke-width="7"/><rect x="570" y="420" width="60" height="70" rx="12" fill="${pen.round(main)}"/><circle cx="600" cy="424" r="27" fill="${pen.metal(main)}"/>` +
    `<g transform="rotate(-19 600 400)">${tube}</g>`
  );
}

/** A samovar with a teapot on its crown. */
export function samovar(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const body = "M470 330 C440 400 470 520 540 590 H660 C730 520 760 400 730 330Z";
  const ribs = times(
    7,
    (index) =>
      `<path d="M${486 + index * 38} 334 C${480 + index * 39} 420 ${506 + index * 31} 520 ${552 + index * 16} 588" fill="none" stroke="${sink(main, 0.35)}" stroke-width="2.5" opacity="0.5"/>`,
  );
  return (
    pen.cast(`<path d="${body}"/><rect x="490" y="640" width="220" height="100"/>`, 46, 12, 20, 0.4) +
    pen.contact(600, 748, 190, 22, 0.6) +
    `<path d="M470 380 C400 366 380 430 430 450 M730 380 C800 366 820 430 770 450" fill="none" stroke="${pen.metal(main)}" stroke-width="14" stroke-linecap="round"/><rect x="392" y="420" width="30" height="20" rx="8" fill="${second}"/><rect x="778" y="420" width="30" height="20" rx="8" fill="${second}"/>` +
    `<path d="${body}" fill="${pen.round(main)}"/>${ribs}<path d="M446 326 H754 q10 -14 -14 -24 H460 q-24 10 -14 24Z" fill="${pen.round(lift(main, 0.1))}"/><path d="M540 590 H660 L676 640 H524Z" fill="${pen.round(main)}"/><path d="M500 640 H700 L716 690 H484Z" fill="${pen.round(sink(main, 0.06))}"/><rect x="464" y="688" width="272" height="26" rx="8" fill="${pen.round(main)}"/><path d="M480 712 q-26 16 -30 34 h44 q2 -20 20 -34z M720 712 q26 16 30 34 h-44 q-2 -20 -20 -34z" fill="${pen.round(sink(main, 0.1))}"/>` +
    `<path d="M560 540 H500 q-30 4 -30 40" fill="none" stroke="${pen.metal(main)}" stroke-width="17" stroke-linecap="round"/><path d="M516 536 v-30 q-14 -18 0 -26 q14 8 0 26" fill="none" stroke="${pen.metal(main)}" stroke-width="9"/>` +
    `<path d="M520 302 L540 270 H660 L680 302Z" fill="${pen.round(main)}"/><path d="M520 196 C500 230 520 266 556 274 H644 C680 266 700 230 680 196Z" fill="${pen.round(accent)}"/><path d="M682 214 q60 -10 66 -54 l-16 -4 q-10 30 -52 34z" fill="${pen.flat(accent)}"/><path d="M520 206 q-60 -6 -50 34 q8 24 52 22" fill="none" stroke="${accent}" stroke-width="11"/><path d="M530 196 q70 -50 140 0Z" fill="${pen.round(lift(accent, 0.1))}"/><circle cx="600" cy="160" r="12" fill="${pen.ball(main)}"/><path d="M560 232 q10 -22 20 0 q22 10 0 20 q-10 22 -20 0 q-22 -10 0 -20Z M628 236 q8 -16 16 0 q16 8 0 16 q-8 16 -16 0 q-16 -8 0 -16Z" fill="${mix(second, "#ffffff", 0.7)}"/><path d="M640 120 q-16 -24 0 -44 t0 -40" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity="0.4"/>`
  );
}
