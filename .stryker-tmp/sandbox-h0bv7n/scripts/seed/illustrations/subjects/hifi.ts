/** What makes or plays sound. They stand at y 745. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { around, n, type Pen, times } from "../pen.ts";

function knob(pen: Pen, x: number, y: number, r: number, colour: string, turn = -40): string {
  return `<circle cx="${x + r * 0.12}" cy="${y + r * 0.2}" r="${r}" fill="#150d26" opacity="0.35"/><circle cx="${x}" cy="${y}" r="${r}" fill="${pen.metal(colour)}"/><circle cx="${x}" cy="${y}" r="${n(r * 0.74)}" fill="${pen.fade(60, lift(colour, 0.3), sink(colour, 0.2))}"/><path transform="rotate(${turn} ${x} ${y})" d="M${x} ${n(y - r * 0.25)} V${n(y - r * 0.8)}" stroke="${sink(colour, 0.7)}" stroke-width="${n(Math.max(2.5, r * 0.14))}" stroke-linecap="round"/>`;
}

function speaker(pen: Pen, cx: number, cy: number, r: number, cone: string, rim: string): string {
  return (
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${pen.metal(rim)}"/><circle cx="${cx}" cy="${cy}" r="${n(r * 0.9)}" fill="${sink(cone, 0.5)}"/><circle cx="${cx}" cy="${cy}" r="${n(r * 0.84)}" fill="${pen.glow(0.55, 0.6, 0.65, sink(cone, 0.5), [0.5, cone], lift(cone, 0.16))}"/>` +
    [0.7, 0.58, 0.46]
      .map(
        (share) =>
          `<circle cx="${cx}" cy="${cy}" r="${n(r * share)}" fill="none" stroke="${sink(cone, 0.4)}" stroke-width="2" opacity="0.6"/>`,
      )
      .join("") +
    `<circle cx="${cx}" cy="${cy}" r="${n(r * 0.28)}" fill="${pen.ball(cone)}"/>`
  );
}

/** A belt-drive turntable, seen from above at a slant. */
export function turntable(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const plinth = "M300 430 H900 L980 690 H220Z";
  return (
    pen.cast(`<path d="${plinth} M220 690 H980 V740 H220Z"/>`, 30, 26, 24, 0.42) +
    pen.contact(600, 752, 420, 24, 0.6) +
    `<path d="M312 428 L330 210 H870 L888 428Z" fill="${pen.fade(60, [0, "#ffffff", 0.5], [0.5, "#cfe0e6", 0.22], [1, "#8fa7b3", 0.4])}" stroke="#fff" stroke-opacity="0.7" stroke-width="3"/><path d="M360 420 L470 220 h60 L420 420Z" fill="#fff" opacity="0.2"/>` +
    `<path d="${plinth}" fill="${pen.fade(30, lift(main, 0.28), main, sink(main, 0.14))}"/>${times(6, (index) => `<path d="M${296 - index * 12} ${452 + index * 42} q300 ${pen.random.whole(-8, 8)} ${608 + index * 24} 0" fill="none" stroke="${sink(main, 0.3)}" stroke-width="2" opacity="0.3"/>`)}<path d="M220 690 H980 V738 H220Z" fill="${pen.fade(90, sink(main, 0.14), sink(main, 0.4))}"/>` +
    `<ellipse cx="530" cy="568" rx="246" ry="106" fill="${pen.metal("#c4c9cf", 0)}"/><ellipse cx="530" cy="558" rx="246" ry="106" fill="${pen.metal("#d3d7dc", 10)}"/><ellipse cx="530" cy="552" rx="236" ry="100" fill="#1b1820"/>${[0.92, 0.84, 0.76, 0.68, 0.6, 0.52].map((s) => `<ellipse cx="530" cy="552" rx="${236 * s}" ry="${100 * s}" fill="none" stroke="#4a4452" stroke-width="1.6"/>`).join("")}<path d="M530 552 L330 500 A236 100 0 0 1 430 462Z M530 552 L730 604 A236 100 0 0 1 630 642Z" fill="#fff" opacity="0.14"/><ellipse cx="530" cy="552" rx="84" ry="36" fill="${accent}"/><ellipse cx="530" cy="552" rx="60" ry="25" fill="none" stroke="#fff" stroke-width="2" opacity="0.6"/><ellipse cx="530" cy="552" rx="9" ry="5" fill="#e9ebee"/>` +
    `<ellipse cx="842" cy="496" rx="52" ry="25" fill="${sink(main, 0.4)}"/><rect x="818" y="446" width="48" height="50" rx="8" fill="${pen.round(second)}"/><path d="M842 462 L818 600 L716 628" fill="none" stroke="#150d26" stroke-width="13" stroke-linejoin="round" opacity="0.3" transform="translate(10 16)"/><path d="M842 458 L820 594 L720 622" fill="none" stroke="${pen.metal("#d9dde2")}" stroke-width="12" stroke-linejoin="round" stroke-linecap="round"/><path d="M730 606 L694 622 L700 644 L738 630Z" fill="${pen.flat("#2a2630")}"/><rect x="846" y="424" width="34" height="38" rx="8" fill="${pen.round("#2a2630")}"/>` +
    `<ellipse cx="310" cy="664" rx="26" ry="14" fill="${pen.metal(second)}"/><ellipse cx="880" cy="664" rx="34" ry="16" fill="${pen.metal(second)}"/><rect x="250" y="736" width="60" height="14" rx="6" fill="#231f29"/><rect x="890" y="736" width="60" height="14" rx="6" fill="#231f29"/>`
  );
}

/** Large closed headphones on a stand. */
export function headphones(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const cup = (x: number, side: number) =>
    `<path d="M${x} 420 C${x + side * 74} 420 ${x + side * 92} 480 ${x + side * 92} 540 C${x + side * 92} 610 ${x + side * 70} 664 ${x} 664Z" fill="${pen.fade(side > 0 ? 0 : 180, main, lift(main, 0.24), sink(main, 0.35))}"/><ellipse cx="${x}" cy="542" rx="38" ry="128" fill="${pen.fade(0, lift(second, 0.1), sink(second, 0.4))}"/><ellipse cx="${x - side * 8}" cy="542" rx="24" ry="104" fill="${sink(second, 0.55)}"/><path d="M${x + side * 48} 448 C${x + side * 74} 490 ${x + side * 74} 600 ${x + side * 48} 640" fill="none" stroke="${accent}" stroke-width="7"/>`;
  return (
    pen.cast(
      '<path d="M340 560 C320 200 880 200 860 560" fill="none" stroke="#150d26" stroke-width="60"/><rect x="580" y="300" width="40" height="430"/>',
      50,
      16,
      22,
      0.35,
    ) +
    pen.contact(600, 750, 200, 20, 0.55) +
    `<rect x="586" y="262" width="28" height="460" fill="${pen.round("#a9764a")}"/><path d="M470 748 q0 -28 40 -30 h180 q40 2 40 30Z" fill="${pen.round("#a9764a")}"/><path d="M530 268 q70 -36 140 0 v18 h-140z" fill="${pen.round("#8b5e39")}"/>` +
    `<path d="M362 470 C350 180 850 180 838 470" fill="none" stroke="${pen.metal("#c9ced3", 0)}" stroke-width="18"/><path d="M424 300 C480 212 720 212 776 300" fill="none" stroke="${sink(second, 0.3)}" stroke-width="48" stroke-linecap="round"/><path d="M424 292 C480 204 720 204 776 292" fill="none" stroke="${pen.fade(0, second, lift(second, 0.3), sink(second, 0.2))}" stroke-width="38" stroke-linecap="round"/>${times(9, (index) => `<path d="M${452 + index * 37} ${n(276 - 44 * Math.sin(((index + 0.5) / 9) * Math.PI))} v-18" stroke="${sink(second, 0.4)}" stroke-width="3" opacity="0.6"/>`)}` +
    `<rect x="340" y="380" width="36" height="90" rx="14" fill="${pen.round("#aab0b7")}"/><rect x="824" y="380" width="36" height="90" rx="14" fill="${pen.round("#aab0b7")}"/>` +
    cup(372, -1) +
    cup(828, 1) +
    `<path d="M340 660 C330 740 460 720 480 780 S420 840 520 850" fill="none" stroke="#2a2630" stroke-width="8" stroke-linecap="round"/>`
  );
}

/** A modular-looking synthesizer with a keyboard. */
export function synthesizer(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const knobs = times(3, (row) =>
    times(11, (column) =>
      knob(
        pen,
        300 + column * 60,
        336 + row * 62,
        row === 1 ? 17 : 20,
        (row + column) % 5 === 0 ? accent : "#d3d7dc",
        -120 + ((row * 37 + column * 61) % 240),
      ),
    ),
  );
  const white = times(
    15,
    (index) =>
      `<rect x="${254 + index * 46.4}" y="560" width="44" height="140" rx="4" fill="${pen.fade(90, "#fffdf6", "#e9e1d2")}" stroke="#b7ad9f" stroke-width="1.5"/>`,
  );
  const black = times(14, (index) =>
    [2, 6].includes(index % 7)
      ? ""
      : `<rect x="${284 + index * 46.4}" y="556" width="28" height="86" rx="4" fill="${pen.fade(90, "#4a4452", "#17141d")}"/>`,
  );
  return (
    pen.cast('<path d="M220 280 H980 V740 H220Z"/>', 34, 22, 22, 0.42) +
    pen.contact(600, 752, 430, 24, 0.6) +
    `<path d="M232 270 H968 L976 540 H224Z" fill="${pen.fade(80, lift(main, 0.2), main, sink(main, 0.12))}"/><rect x="214" y="540" width="772" height="180" fill="${pen.fade(90, sink(main, 0.3), sink(main, 0.5))}"/><path d="M196 262 q0 -14 20 -14 h22 v486 h-42z M1004 262 q0 -14 -20 -14 h-22 v486 h42z" fill="${pen.round(second)}"/>` +
    `<path d="M250 300 H950 M250 500 H950" stroke="${lift(main, 0.45)}" stroke-width="3" opacity="0.6"/><rect x="262" y="286" width="120" height="9" rx="4" fill="${lift(main, 0.7)}" opacity="0.8"/>` +
    knobs +
    `<path d="M292 520 C340 470 380 540 440 500" fill="none" stroke="#1d1822" stroke-width="8"/><path d="M690 398 C720 560 800 500 850 470" fill="none" stroke="${accent}" stroke-width="8" stroke-linecap="round" opacity="0.95"/><circle cx="690" cy="398" r="11" fill="#1d1822"/><circle cx="850" cy="470" r="11" fill="#1d1822"/>` +
    `<rect x="470" y="512" width="180" height="16" rx="6" fill="#1d1822"/>${times(8, (index) => `<rect x="${478 + index * 21}" y="515" width="14" height="10" fill="${index < 5 ? "#7fe0a3" : index < 7 ? "#f2c14b" : "#e2503f"}"/>`)}` +
    white +
    black +
    `<rect x="238" y="704" width="724" height="30" fill="${pen.lying(sink(main, 0.2))}"/>`
  );
}

/** A table radio with a round dial. */
export function radio(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const shell = '<rect x="300" y="360" width="600" height="370" rx="56"';
  const slats = times(
    15,
    (index) => `<rect x="${352 + index * 19}" y="424" width="10" height="240" rx="5" fill="${pen.round(second)}"/>`,
  );
  return (
    pen.cast(`${shell}/>`, 46, 14, 22, 0.4) +
    pen.contact(600, 750, 330, 24, 0.6) +
    `<path d="M836 380 L934 150" stroke="#6f7680" stroke-width="9" stroke-linecap="round"/><path d="M834 380 L932 150" stroke="#e9ebee" stroke-width="3"/><circle cx="935" cy="146" r="11" fill="${pen.ball("#aab0b8")}"/><path d="M400 366 C410 300 790 300 800 366" fill="none" stroke="${pen.fade(0, lift(second, 0.2), sink(second, 0.3))}" stroke-width="22"/>` +
    `${shell} fill="${pen.fade(50, lift(main, 0.34), main, sink(main, 0.3))}"/><rect x="318" y="378" width="564" height="334" rx="42" fill="none" stroke="${lift(main, 0.5)}" stroke-width="4" opacity="0.7"/><rect x="340" y="404" width="310" height="280" rx="26" fill="${sink(main, 0.6)}"/>${slats}` +
    `<circle cx="764" cy="500" r="98" fill="${pen.metal(accent)}"/><circle cx="764" cy="500" r="86" fill="${pen.glow(0.45, 0.4, 0.7, "#fff9e6", [0.7, "#f3e2b8"], "#d9bd82")}"/>${around(40, 764, 500, (index) => `<rect x="763" y="420" width="2.4" height="${index % 4 ? 8 : 15}" fill="#3a2d24"/>`)}<path d="M764 500 L818 446" stroke="#c9342c" stroke-width="6" stroke-linecap="round"/><circle cx="764" cy="500" r="24" fill="${pen.metal("#e3ddd0")}"/>` +
    knob(pen, 696, 652, 27, "#e3ddd0", -60) +
    knob(pen, 764, 652, 27, "#e3ddd0", 10) +
    knob(pen, 832, 652, 27, "#e3ddd0", 70) +
    `<rect x="366" y="726" width="50" height="20" rx="8" fill="${sink(second, 0.3)}"/><rect x="784" y="726" width="50" height="20" rx="8" fill="${sink(second, 0.3)}"/>`
  );
}

/** A valve amplifier, glowing. */
export function amplifier(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const valve = (x: number, s: number) =>
    `<g transform="translate(${x} 520) scale(${s})"><circle cx="0" cy="-90" r="120" fill="${pen.glow(0.5, 0.5, 0.5, [0, "#ffb04a", 0.6], [1, "#ffb04a", 0])}"/><rect x="-34" y="-16" width="68" height="26" rx="5" fill="${pen.round("#2a2430")}"/><path d="M-44 -18 C-60 -80 -50 -150 -20 -172 Q0 -196 20 -172 C50 -150 60 -80 44 -18Z" fill="${pen.fade(0, [0, "#ffffff", 0.55], [0.3, "#ffe7c2", 0.22], [1, "#5a4a52", 0.5])}" stroke="#fff" stroke-opacity="0.55" stroke-width="2"/><rect x="-20" y="-120" width="40" height="84" rx="4" fill="${pen.round("#6d6670")}"/><path d="M-8 -118 V-40 M8 -118 V-40" stroke="#ffb347" stroke-width="5"/><path d="M-12 -160 h24 l-4 -14 h-16z" fill="#a9b0b8"/><path d="M-34 -60 C-42 -100 -36 -140 -20 -156" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity="0.7"/></g>`;
  return (
    pen.cast('<rect x="250" y="330" width="700" height="400"/>', 40, 16, 24, 0.4) +
    pen.contact(600, 750, 400, 24, 0.6) +
    `<rect x="650" y="320" width="130" height="200" rx="10" fill="${pen.fade(20, lift(main, 0.24), main, sink(main, 0.4))}"/><rect x="800" y="320" width="130" height="200" rx="10" fill="${pen.fade(20, lift(main, 0.18), sink(main, 0.06), sink(main, 0.46))}"/><path d="M660 350 H770 M660 490 H770 M810 350 H920 M810 490 H920" stroke="${lift(main, 0.4)}" stroke-width="4" opacity="0.5"/>` +
    valve(320, 1) +
    valve(436, 1) +
    valve(532, 0.72) +
    valve(604, 0.72) +
    `<path d="M246 520 H954 L974 560 H226Z" fill="${pen.metal("#c9ced3", 0)}"/><rect x="226" y="558" width="748" height="168" rx="8" fill="${pen.fade(80, lift(main, 0.22), main, sink(main, 0.3))}"/><rect x="248" y="580" width="704" height="124" rx="6" fill="${pen.fade(80, lift(second, 0.4), second, sink(second, 0.2))}"/>` +
    knob(pen, 330, 642, 42, "#2f2a36", -60) +
    knob(pen, 462, 642, 30, "#2f2a36", 20) +
    knob(pen, 556, 642, 30, "#2f2a36", -10) +
    `<rect x="640" y="600" width="150" height="86" rx="8" fill="#1d1822"/><path d="M652 676 a64 64 0 0 1 126 0Z" fill="#fff0c4"/><path d="M715 676 L752 622" stroke="#c9342c" stroke-width="4"/>` +
    knob(pen, 874, 642, 42, "#2f2a36", 50) +
    `<circle cx="814" cy="642" r="9" fill="${pen.ball(accent)}"/><rect x="270" y="726" width="70" height="22" rx="8" fill="#231f29"/><rect x="860" y="726" width="70" height="22" rx="8" fill="#231f29"/>`
  );
}

/** A stereo cassette recorder with two loudspeakers. */
export function boombox(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  return (
    pen.cast('<rect x="220" y="310" width="760" height="430" rx="20"/>', 44, 14, 22, 0.4) +
    pen.contact(600, 750, 420, 24, 0.6) +
    `<path d="M310 330 V240 q0 -20 22 -20 H868 q22 0 22 20 V330" fill="none" stroke="${pen.fade(90, "#d9dde2", "#8d939b")}" stroke-width="24"/><path d="M850 320 L1010 120" stroke="#b7bcc3" stroke-width="6" stroke-linecap="round"/>` +
    `<rect x="220" y="310" width="760" height="430" rx="22" fill="${pen.fade(60, lift(main, 0.4), main, sink(main, 0.28))}"/><rect x="236" y="326" width="728" height="398" rx="14" fill="none" stroke="${lift(main, 0.5)}" stroke-width="3" opacity="0.7"/>` +
    speaker(pen, 356, 560, 122, sink(second, 0.1), "#c9ced3") +
    speaker(pen, 844, 560, 122, sink(second, 0.1), "#c9ced3") +
    `<rect x="496" y="470" width="208" height="150" rx="12" fill="${sink(second, 0.3)}"/><rect x="514" y="486" width="172" height="104" rx="8" fill="${pen.fade(60, lift(accent, 0.3), accent)}"/><rect x="532" y="510" width="136" height="50" rx="24" fill="#231f29"/>${[566, 634].map((x) => `<circle cx="${x}" cy="535" r="17" fill="#f4eee2"/>${around(6, x, 535, () => `<rect x="${x - 2}" y="520" width="4" height="9" fill="#231f29"/>`)}`).join("")}<path d="M514 486 L560 486 L520 590 h-6z" fill="#fff" opacity="0.25"/>` +
    times(
      6,
      (index) =>
        `<rect x="${498 + index * 35}" y="636" width="30" height="40" rx="5" fill="${index === 0 ? pen.flat("#d8412f") : pen.fade(90, "#f1f2f4", "#a9afb7")}"/>`,
    ) +
    `<rect x="260" y="352" width="420" height="66" rx="8" fill="${sink(second, 0.3)}"/>${times(21, (index) => `<path d="M${280 + index * 19} 366 v${index % 5 ? 12 : 22}" stroke="#f4eee2" stroke-width="2.4"/>`)}<path d="M520 360 V410" stroke="#e2503f" stroke-width="5"/><rect x="276" y="396" width="380" height="4" fill="${accent}"/>` +
    knob(pen, 734, 386, 30, "#d3d7dc", -50) +
    knob(pen, 814, 386, 30, "#d3d7dc", 20) +
    knob(pen, 894, 386, 30, "#d3d7dc", 60) +
    times(
      10,
      (index) =>
        `<rect x="${500 + index * 20}" y="440" width="14" height="14" rx="2" fill="${index < 6 ? "#7fe0a3" : index < 8 ? "#f2c14b" : mix("#e2503f", main, 0.1)}"/>`,
    )
  );
}
