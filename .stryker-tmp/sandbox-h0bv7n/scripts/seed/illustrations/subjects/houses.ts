/** Places to live, seen from the front in morning light. They stand at y 745. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { n, type Pen, times } from "../pen.ts";

function pane(pen: Pen, x: number, y: number, w: number, h: number, frame: string, lit = false): string {
  const glass = lit ? pen.fade(70, "#fff0bd", "#ffcf7d", "#f2a65a") : pen.fade(60, "#cfe6ee", "#7ea6b8", "#466177");
  return (
    `<rect x="${x - 5}" y="${y - 5}" width="${w + 10}" height="${h + 10}" fill="${frame}"/><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${glass}"/>` +
    `<path d="M${x + w * 0.62} ${y} L${x + w * 0.2} ${y + h} h${n(w * 0.2)} L${n(x + w * 0.82)} ${y}Z" fill="#fff" opacity="0.22"/>`
  );
}

function crossed(pen: Pen, x: number, y: number, w: number, h: number, frame: string, lit = false): string {
  return (
    pane(pen, x, y, w, h, frame, lit) +
    `<rect x="${x + w / 2 - 2.5}" y="${y}" width="5" height="${h}" fill="${frame}"/><rect x="${x}" y="${y + h * 0.45}" width="${w}" height="5" fill="${frame}"/><rect x="${x - 9}" y="${y + h + 5}" width="${w + 18}" height="8" fill="${sink(frame, 0.15)}"/>`
  );
}

function bush(pen: Pen, x: number, y: number, r: number, colour: string): string {
  const fill = pen.ball(colour);
  return `<circle cx="${x}" cy="${y - r * 0.62}" r="${r}" fill="${fill}"/><circle cx="${x + r}" cy="${y - r * 0.36}" r="${r * 0.7}" fill="${fill}"/><circle cx="${x - r}" cy="${y - r * 0.34}" r="${r * 0.66}" fill="${fill}"/>`;
}

function tree(pen: Pen, x: number, y: number, height: number, colour: string): string {
  const r = height * 0.3;
  return `<rect x="${n(x - height * 0.025)}" y="${n(y - height * 0.5)}" width="${n(height * 0.05)}" height="${n(height * 0.5)}" fill="${pen.round("#76513a")}"/><ellipse cx="${x}" cy="${n(y - height * 0.66)}" rx="${n(r)}" ry="${n(height * 0.36)}" fill="${pen.ball(colour)}"/><ellipse cx="${n(x + r * 0.4)}" cy="${n(y - height * 0.5)}" rx="${n(r * 0.7)}" ry="${n(height * 0.22)}" fill="${pen.ball(sink(colour, 0.1))}" opacity="0.85"/>`;
}

/** A timber cabin by the water with a jetty. */
export function cabin(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const logs = times(
    9,
    (index) =>
      `<rect x="400" y="${470 + index * 26}" width="420" height="24" rx="11" fill="${pen.lying(index % 2 ? main : sink(main, 0.07))}"/>`,
  );
  return (
    `<path d="M230 712 Q600 680 980 712 L1040 770 Q600 800 170 770Z" fill="${pen.fade(90, "#7ba268", "#577f57")}"/>` +
    tree(pen, 300, 735, 330, "#3e7a5c") +
    tree(pen, 930, 738, 400, "#356b55") +
    pen.contact(610, 728, 300, 26, 0.5) +
    `<rect x="730" y="300" width="58" height="150" fill="${pen.fade(0, "#a8948a", "#6f5f5c")}"/><rect x="722" y="292" width="74" height="18" fill="#5d4f4e"/><path d="M758 280 q-30 -50 6 -86 t-10 -100" fill="none" stroke="#fff" stroke-width="22" stroke-linecap="round" opacity="0.4"/>` +
    logs +
    `<path d="M400 474 L610 300 L820 474Z" fill="${pen.fade(90, lift(main, 0.1), sink(main, 0.16))}"/>${times(9, (index) => `<path d="M${430 + index * 44} 474 V${n(470 - Math.max(0, 150 - Math.abs(index - 4) * 36))}" stroke="${sink(main, 0.4)}" stroke-width="3" opacity="0.5"/>`)}` +
    `<path d="M352 486 L610 268 L868 486 L838 504 L610 312 L382 504Z" fill="${pen.fade(30, lift(second, 0.25), second, sink(second, 0.35))}"/><path d="M610 268 L868 486 L838 504 L610 312Z" fill="${sink(second, 0.4)}" opacity="0.5"/>` +
    pane(pen, 566, 390, 88, 60, "#f3e7d2", true) +
    crossed(pen, 440, 540, 96, 92, "#f3e7d2", true) +
    crossed(pen, 690, 540, 96, 92, "#f3e7d2", true) +
    `<rect x="572" y="548" width="84" height="158" fill="${pen.flat(accent)}"/><rect x="584" y="562" width="60" height="56" fill="#ffd98e"/><circle cx="644" cy="640" r="5" fill="#f7e2a8"/>` +
    `<rect x="370" y="700" width="480" height="22" fill="${pen.lying("#a9794f")}"/>${times(6, (index) => `<rect x="${378 + index * 92}" y="656" width="9" height="50" fill="#8b603d"/>`)}<path d="M372 660 H560 M662 660 H846" stroke="#9d7048" stroke-width="9"/>` +
    `<path d="M560 722 H660 L700 880 H500Z" fill="${pen.fade(90, "#8b603d", "#b98a5c")}"/>${times(7, (index) => `<path d="M${556 - index * 8} ${740 + index * 22} H${664 + index * 6}" stroke="#6d4a30" stroke-width="3" opacity="0.6"/>`)}` +
    bush(pen, 392, 732, 26, "#5c9164") +
    bush(pen, 866, 734, 30, "#4d8460")
  );
}

/** A flat-roofed villa of planes and glass, with a pool. */
export function villa(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const slats = times(
    16,
    (index) => `<rect x="${262 + index * 13}" y="520" width="9" height="206" fill="${pen.round(second)}"/>`,
  );
  return (
    tree(pen, 196, 742, 360, "#4b8a63") +
    tree(pen, 1040, 742, 440, "#3f7a5b") +
    pen.contact(620, 738, 460, 28, 0.45) +
    `<rect x="240" y="500" width="760" height="232" fill="${pen.fade(90, lift(main, 0.1), sink(main, 0.12))}"/><rect x="240" y="500" width="760" height="40" fill="${sink(main, 0.6)}" opacity="0.3"/>` +
    slats +
    `<rect x="490" y="524" width="330" height="204" fill="${pen.fade(60, "#ffe7b4", "#f7c982", "#c98d5c")}"/><rect x="520" y="640" width="120" height="60" rx="12" fill="#a3563d" opacity="0.75"/><path d="M700 524 v70" stroke="#3a3541" stroke-width="4"/><circle cx="700" cy="606" r="26" fill="#fff3d0"/><rect x="736" y="560" width="60" height="80" fill="#7d5b76" opacity="0.6"/>` +
    times(4, (index) => `<rect x="${486 + index * 82}" y="524" width="6" height="206" fill="#2d2a33"/>`) +
    `<rect x="850" y="546" width="110" height="184" fill="${pen.flat(accent)}"/><rect x="938" y="620" width="8" height="56" rx="4" fill="#f7ead0"/>` +
    `<path d="M360 300 H940 V500 H360Z" fill="${pen.fade(70, lift(main, 0.5), lift(main, 0.25), main)}"/><rect x="336" y="282" width="640" height="24" fill="${pen.fade(90, lift(main, 0.6), sink(main, 0.1))}"/><rect x="206" y="488" width="830" height="24" fill="${pen.fade(90, lift(main, 0.6), sink(main, 0.1))}"/>` +
    pane(pen, 400, 336, 250, 150, "#2d2a33") +
    `<rect x="520" y="336" width="6" height="150" fill="#2d2a33"/>` +
    pane(pen, 720, 336, 190, 76, "#2d2a33", true) +
    `<path d="M206 452 H360 M206 470 H360" stroke="#5a5563" stroke-width="4"/>${times(6, (index) => `<path d="M${212 + index * 28} 446 V490" stroke="#5a5563" stroke-width="4"/>`)}` +
    `<path d="M120 764 H1080 L1130 860 H70Z" fill="${lift(main, 0.35)}"/><path d="M190 780 H780 L800 842 H150Z" fill="${pen.fade(20, "#8fe0e6", "#3fb0c4", "#2a86a4")}"/><path d="M250 800 q40 -10 80 0 t80 0 M430 824 q40 -10 80 0 t80 0 M600 800 q30 -8 60 0" fill="none" stroke="#fff" stroke-width="4" opacity="0.6"/>` +
    `<path d="M860 800 l110 0 l26 -34 h14 l-24 48 h-126z" fill="${accent}"/>` +
    bush(pen, 1010, 742, 30, "#5c9c68")
  );
}

/** A narrow canal house with a stepped gable; its neighbours are hinted at. */
export function townhouse(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const neighbour = (x: number, width: number, top: number, colour: string) =>
    `<rect x="${x}" y="${top}" width="${width}" height="${745 - top}" fill="${pen.fade(90, lift(colour, 0.25), colour)}"/><path d="M${x - 8} ${top} H${x + width + 8} L${x + width / 2} ${top - 100}Z" fill="${sink(colour, 0.3)}"/>${times(6, (index) => crossed(pen, x + 38 + (index % 2) * (width / 2 - 16), top + 40 + Math.floor(index / 2) * 130, 56, 82, lift(colour, 0.5)))}`;
  const gable = "M440 300 V262 H478 V224 H516 V186 H552 V150 H648 V186 H684 V224 H722 V262 H760 V300Z";
  const bricks = times(15, (row) =>
    times(7, (column) =>
      pen.random.unit() < 0.5
        ? `<rect x="${446 + column * 44 + (row % 2) * 20}" y="${312 + row * 29}" width="26" height="9" fill="${pen.random.unit() < 0.5 ? sink(main, 0.22) : lift(main, 0.2)}" opacity="0.5"/>`
        : "",
    ),
  );
  return (
    neighbour(-50, 240, 300, mix(main, "#c7a7a0", 0.7)) +
    neighbour(1020, 230, 310, mix(main, "#7f9a8c", 0.7)) +
    neighbour(196, 230, 330, mix(main, "#8fb1b8", 0.6)) +
    neighbour(774, 240, 360, mix(main, "#e3c48e", 0.6)) +
    `<rect x="440" y="296" width="320" height="450" fill="${pen.fade(0, lift(main, 0.1), main, sink(main, 0.2))}"/><path d="${gable}" fill="${pen.fade(0, lift(main, 0.12), main, sink(main, 0.2))}"/>${bricks}` +
    `<path d="M432 300 V256 H470 V218 H508 V180 H544 V142 H656 V180 H692 V218 H730 V256 H768 V300" fill="none" stroke="${lift(second, 0.3)}" stroke-width="13"/><rect x="430" y="296" width="340" height="14" fill="${lift(second, 0.2)}"/>` +
    `<path d="M590 150 h20 v-30 h40" stroke="#3a3541" stroke-width="8" fill="none"/><circle cx="600" cy="226" r="26" fill="${pen.fade(60, "#d3e9ee", "#5e8499")}" stroke="${second}" stroke-width="8"/>` +
    times(9, (index) => {
      const [column, row] = [index % 3, Math.floor(index / 3)];
      return row === 2 && column === 1
        ? ""
        : crossed(pen, 466 + column * 102, 334 + row * 132, 64, 94, second, (column + row) % 4 === 1);
    }) +
    times(
      4,
      (index) =>
        `<rect x="${451 + (index % 2) * 204}" y="${334 + Math.floor(index / 2) * 132}" width="12" height="94" fill="${accent}"/><rect x="${533 + (index % 2) * 204}" y="${334 + Math.floor(index / 2) * 132}" width="12" height="94" fill="${accent}"/>`,
    ) +
    `<path d="M560 746 V620 a40 44 0 0 1 80 0 V746Z" fill="${pen.flat(accent)}" stroke="${second}" stroke-width="8"/><path d="M566 622 a34 38 0 0 1 68 0Z" fill="#ffe3a0"/><circle cx="626" cy="690" r="5" fill="#f3dfae"/><path d="M536 746 h128 l12 20 h-152z" fill="#c9c0bd"/>` +
    times(
      3,
      (index) =>
        `<rect x="${460 + index * 102}" y="433" width="76" height="14" fill="#6b4a35"/><path d="M${464 + index * 102} 433 q9 -20 18 0 q9 -24 18 0 q9 -20 18 0 q8 -18 14 0z" fill="${["#d9536a", "#f0b24a", "#d9536a"][index]}"/>`,
    ) +
    bush(pen, 492, 748, 22, "#5c9164") +
    bush(pen, 716, 748, 22, "#5c9164")
  );
}

/** A banded lighthouse with its keeper's cottage. */
export function lighthouse(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const shaft = "M520 740 L546 300 H654 L680 740Z";
  const band = (index: number) =>
    `<path d="M500 ${660 - index * 128} Q600 ${684 - index * 128} 700 ${660 - index * 128} v64 Q600 ${748 - index * 128} 500 ${724 - index * 128}Z" fill="${main}"/>`;
  return (
    `<path d="M600 236 L-40 120 V300Z M600 236 L1240 110 V310Z" fill="#fff3c4" opacity="0.3"/>` +
    `<path d="M170 770 C260 690 420 716 520 706 C700 690 820 700 1010 776 L1080 900 H90Z" fill="${pen.fade(70, "#8a837d", "#5b5560", "#3c3846")}"/><path d="M300 744 C420 700 760 700 900 746 C760 730 440 730 300 744Z" fill="#7fa564"/>` +
    `<rect x="694" y="590" width="220" height="142" fill="${pen.fade(60, lift(second, 0.4), sink(second, 0.1))}"/><path d="M676 596 L730 514 H878 L932 596Z" fill="${pen.flat(accent)}"/><rect x="846" y="484" width="34" height="60" fill="${sink(second, 0.3)}"/>` +
    crossed(pen, 726, 630, 50, 54, "#fffaf0") +
    crossed(pen, 834, 630, 50, 54, "#fffaf0", true) +
    `<path d="${shaft}" fill="${lift(second, 0.3)}"/>` +
    pen.clip(`<path d="${shaft}"/>`, times(4, band)) +
    `<path d="${shaft}" fill="${pen.fade(0, [0, "#1d1533", 0.28], [0.25, "#ffffff", 0.22], [0.5, "#ffffff", 0], [1, "#1d1533", 0.5])}"/>` +
    [
      [586, 372],
      [598, 508],
      [586, 636],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<rect x="${x}" y="${y}" width="24" height="40" rx="12" fill="#2d3d52" stroke="#fff6e4" stroke-width="4"/>`,
      )
      .join("") +
    `<path d="M528 300 H672 L660 276 H540Z" fill="${sink(main, 0.45)}"/><path d="M522 262 H678 M522 280 H678" stroke="#35303c" stroke-width="5"/>${times(9, (index) => `<path d="M${526 + index * 18.5} 258 V300" stroke="#35303c" stroke-width="4"/>`)}` +
    `<rect x="560" y="198" width="80" height="80" fill="${pen.fade(90, "#fff6cf", "#ffd36e")}"/><circle cx="600" cy="238" r="96" fill="${pen.glow(0.5, 0.5, 0.5, [0, "#fff2b8", 0.95], [1, "#fff2b8", 0])}"/><path d="M560 198 V278 M586 198 V278 M614 198 V278 M640 198 V278" stroke="#35303c" stroke-width="5"/><path d="M546 200 Q600 116 654 200Z" fill="${pen.round(main)}"/><path d="M600 146 v-34" stroke="#35303c" stroke-width="6"/><circle cx="600" cy="110" r="8" fill="#35303c"/>` +
    `<path d="M60 850 q60 -30 120 0 t120 0 t120 0 M700 866 q60 -30 120 0 t120 0 t120 0" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity="0.55"/>`
  );
}
