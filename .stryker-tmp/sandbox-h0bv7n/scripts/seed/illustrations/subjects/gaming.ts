/** Games, on a screen or a board. They stand at y 745. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { n, type Pen, times } from "../pen.ts";

function pad(pen: Pen, x: number, y: number, colour: string, buttons: readonly string[]): string {
  return (
    `${pen.cast(`<rect x="${x}" y="${y}" width="260" height="116" rx="58"/>`, 10, 14, 10, 0.45)}<path d="M${x + 58} ${y} H${x + 202} C${x + 250} ${y - 6} ${x + 276} ${y + 40} ${x + 262} ${y + 88} C${x + 252} ${y + 124} ${x + 206} ${y + 122} ${x + 182} ${y + 96} H${x + 78} C${x + 54} ${y + 122} ${x + 8} ${y + 124} ${x - 2} ${y + 88} C${x - 16} ${y + 40} ${x + 10} ${y - 6} ${x + 58} ${y}Z" fill="${pen.fade(70, lift(colour, 0.35), colour, sink(colour, 0.28))}"/>` +
    `<path d="M${x + 46} ${y + 30} h22 v20 h20 v22 h-20 v20 h-22 v-20 h-20 v-22 h20z" fill="#2a2630"/><rect x="${x + 104}" y="${y + 60}" width="24" height="10" rx="5" fill="#6d6670" transform="rotate(-24 ${x + 116} ${y + 65})"/><rect x="${x + 134}" y="${y + 60}" width="24" height="10" rx="5" fill="#6d6670" transform="rotate(-24 ${x + 146} ${y + 65})"/>` +
    buttons
      .map(
        (button, index) =>
          `<circle cx="${x + 204 + [0, 24, 0, -24][index]!}" cy="${y + 58 + [-24, 0, 24, 0][index]!}" r="14" fill="${pen.ball(button)}"/>`,
      )
      .join("")
  );
}

/** A sixteen-bit console with a cartridge and two pads. */
export function gameConsole(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const buttons = ["#3f7fc9", "#d8412f", "#f2c14b", "#58b57a"];
  return (
    pen.cast('<path d="M320 440 H880 L930 640 H270Z"/>', 36, 30, 22, 0.4) +
    pen.contact(600, 656, 360, 26, 0.55) +
    `<path d="M510 300 H690 L700 440 H500Z" fill="${pen.fade(60, lift(second, 0.3), second, sink(second, 0.3))}"/><rect x="530" y="318" width="140" height="90" rx="6" fill="${pen.fade(60, lift(accent, 0.35), accent)}"/><path d="M540 398 l40 -50 l26 28 l22 -40 l34 62z" fill="#fff6e4" opacity="0.85"/><circle cx="640" cy="342" r="12" fill="#fff6e4"/>` +
    `<path d="M350 430 H850 L900 570 H300Z" fill="${pen.fade(80, lift(main, 0.5), lift(main, 0.15), main)}"/><path d="M300 570 H900 L908 640 q2 20 -20 20 H312 q-22 0 -20 -20Z" fill="${pen.fade(90, main, sink(main, 0.3))}"/><path d="M474 424 H726 L738 486 H462Z" fill="${sink(main, 0.4)}"/><path d="M490 430 H710 L716 462 H484Z" fill="#1d1822"/>` +
    `<path d="M360 470 h80 l-10 44 h-84z M760 470 h80 l14 44 h-84z" fill="${pen.flat(second)}"/><rect x="520" y="508" width="160" height="30" rx="8" fill="${pen.flat(accent)}"/><rect x="330" y="596" width="86" height="34" rx="8" fill="#1d1822"/><rect x="436" y="596" width="86" height="34" rx="8" fill="#1d1822"/><circle cx="852" cy="612" r="8" fill="#e2503f"/>${times(7, (index) => `<rect x="${650 + index * 18}" y="600" width="8" height="26" rx="3" fill="${sink(main, 0.4)}"/>`)}` +
    `<path d="M372 614 C330 700 250 690 240 760 M478 614 C520 700 700 660 770 720" fill="none" stroke="#2a2630" stroke-width="8"/>` +
    pad(pen, 190, 716, lift(main, 0.1), buttons) +
    pad(pen, 700, 700, lift(main, 0.1), buttons)
  );
}

const pixel = (x: number, y: number, colour: string, w = 1, h = 1) =>
  `<rect x="${478 + x * 12}" y="${226 + y * 12}" width="${w * 12}" height="${h * 12}" fill="${colour}"/>`;

/** A pocket console with a game running. */
export function handheld(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const dark = "#2c4a34";
  const mid = "#5f8350";
  const scene = [
    pixel(0, 15, mid, 21, 3),
    pixel(0, 14, dark, 21, 1),
    pixel(3, 8, mid, 4, 1),
    pixel(10, 6, mid, 4, 1),
    pixel(15, 10, dark, 2, 4),
    pixel(14, 9, dark, 4, 1),
    pixel(6, 10, dark, 2, 1),
    pixel(5, 11, dark, 4, 1),
    pixel(5, 12, mid, 4, 1),
    pixel(5, 13, dark, 1, 1),
    pixel(8, 13, dark, 1, 1),
    pixel(11, 4, dark),
    pixel(13, 4, dark),
    pixel(1, 1, dark, 3, 1),
    pixel(16, 1, dark, 4, 1),
  ].join("");
  return (
    `<g transform="rotate(-7 600 450)">${pen.cast('<rect x="410" y="110" width="390" height="660" rx="34"/>', 24, 34, 20, 0.45)}` +
    `<path d="M444 110 H766 q34 0 34 34 V690 q0 80 -80 80 H444 q-34 0 -34 -34 V144 q0 -34 34 -34Z" fill="${pen.fade(50, lift(main, 0.45), main, sink(main, 0.22))}"/><path d="M410 150 H800" stroke="${sink(main, 0.3)}" stroke-width="4"/>` +
    `<path d="M456 176 H754 q18 0 18 18 V440 q0 44 -44 44 H456 q-18 0 -18 -18 V194 q0 -18 18 -18Z" fill="${pen.fade(60, lift(second, 0.2), second)}"/><rect x="474" y="222" width="260" height="224" fill="${pen.fade(60, "#c4d6a0", "#9fb97c")}"/>${scene}<path d="M474 222 h110 L500 446 h-26z" fill="#fff" opacity="0.16"/><path d="M460 196 H560 M650 196 H752" stroke="${accent}" stroke-width="5"/><circle cx="456" cy="320" r="6" fill="#e2503f"/>` +
    `<path d="M474 560 h42 v-42 h44 v42 h42 v44 h-42 v42 h-44 v-42 h-42z" fill="${pen.flat("#2a2630")}"/><circle cx="538" cy="582" r="13" fill="#1a161f"/>` +
    `<circle cx="738" cy="552" r="35" fill="${pen.ball(accent)}"/><circle cx="656" cy="592" r="35" fill="${pen.ball(accent)}"/><rect x="528" y="680" width="64" height="17" rx="8" transform="rotate(-24 560 688)" fill="#6d6670"/><rect x="610" y="680" width="64" height="17" rx="8" transform="rotate(-24 642 688)" fill="#6d6670"/>${times(6, (index) => `<rect x="${690 + index * 17}" y="${690 - index * 7}" width="8" height="60" rx="4" transform="rotate(28 ${694 + index * 17} ${720 - index * 7})" fill="${sink(main, 0.4)}"/>`)}</g>`
  );
}

/** An upright arcade cabinet. */
export function arcade(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const side = "M420 800 V560 L380 520 L430 320 L410 100 H540 V800Z";
  const aliens = times(3, (row) =>
    times(
      6,
      (column) =>
        `<path transform="translate(${508 + column * 40} ${286 + row * 34})" d="M0 4h4v-4h4v4h8v-4h4v4h4v12h-4v6h-6v-4h-4v4h-6v-6h-4z" fill="${[accent, "#7fe0a3", "#f2c14b"][row]}"/>`,
    ),
  );
  return (
    pen.cast('<path d="M420 806 V560 L380 520 L430 320 L410 90 H800 V806Z"/>', 52, 10, 24, 0.4) +
    pen.contact(610, 812, 240, 20, 0.6) +
    `<path d="${side}" fill="${pen.fade(20, lift(main, 0.2), main, sink(main, 0.2))}"/><path d="M470 800 V556 L444 516 L480 320 L462 100 H800 V800Z" fill="${sink(main, 0.45)}"/><path d="M420 700 L470 560 L440 380 L456 330 L430 320 L380 520 L420 560Z" fill="${accent}" opacity="0.9"/><path d="M420 800 V730 L470 610 V800Z" fill="${lift(second, 0.2)}"/>` +
    `<path d="M462 96 H804 V206 H470Z" fill="${pen.fade(90, "#fff4c9", lift(accent, 0.35), accent)}"/><path d="M500 176 l40 -50 l30 34 l26 -40 l24 34 l38 -48 l44 70 h-200z" fill="${second}" opacity="0.9"/><circle cx="742" cy="136" r="17" fill="#fffaf0"/>` +
    `<path d="M474 214 H804 V250 H480Z" fill="#17141d"/>${times(10, (index) => `<rect x="${500 + index * 28}" y="224" width="14" height="14" rx="3" fill="#3b3541"/>`)}<path d="M480 250 H804 V500 H462Z" fill="#17141d"/><path d="M496 266 H780 V480 H486Z" fill="${pen.glow(0.5, 0.45, 0.75, "#2a2f6b", [0.7, "#151838"], "#0a0b1c")}"/>${aliens}<path d="M626 456 h8 v-10 h10 v-8 h8 v8 h10 v10 h8 v10 h-44z" fill="#fffaf0"/><rect x="648" y="398" width="4" height="22" fill="#fffaf0"/><path d="M500 270 H600 L520 478 H488Z" fill="#fff" opacity="0.08"/>` +
    `<path d="M462 500 H804 L830 560 H440Z" fill="${pen.fade(90, lift(second, 0.25), second)}"/><path d="M440 560 H830 V590 H452Z" fill="${sink(second, 0.4)}"/><path d="M540 540 v-44" stroke="#c9ced3" stroke-width="9"/><circle cx="540" cy="486" r="19" fill="${pen.ball("#e2503f")}"/><ellipse cx="540" cy="542" rx="24" ry="9" fill="#17141d"/>${[
      ["#f2c14b", 640, 530],
      ["#58b57a", 692, 522],
      ["#3f7fc9", 744, 530],
      ["#f2c14b", 652, 548],
      ["#e2503f", 706, 544],
    ]
      .map(
        ([colour, x, y]) =>
          `<ellipse cx="${x}" cy="${y}" rx="17" ry="9" fill="${colour}" stroke="#fff" stroke-opacity="0.5" stroke-width="2"/>`,
      )
      .join("")}` +
    `<path d="M470 590 H804 V800 H470Z" fill="${pen.fade(60, main, sink(main, 0.3))}"/><rect x="560" y="630" width="150" height="130" rx="8" fill="#231f29"/><rect x="580" y="648" width="46" height="60" rx="5" fill="#17141d" stroke="#e2503f" stroke-width="4"/><rect x="644" y="648" width="46" height="60" rx="5" fill="#17141d" stroke="#e2503f" stroke-width="4"/><rect x="598" y="664" width="8" height="28" fill="#f2c14b"/><rect x="662" y="664" width="8" height="28" fill="#f2c14b"/><rect x="412" y="796" width="400" height="16" fill="#231f29"/>` +
    `<path d="M804 96 V800" stroke="${lift(accent, 0.3)}" stroke-width="7"/>`
  );
}

/** A pinball table. */
export function pinball(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const bumper = (x: number, y: number, colour: string) =>
    `<ellipse cx="${x}" cy="${y + 8}" rx="34" ry="20" fill="#150d26" opacity="0.4"/><ellipse cx="${x}" cy="${y}" rx="34" ry="20" fill="${pen.ball(colour)}"/><ellipse cx="${x}" cy="${y - 8}" rx="24" ry="13" fill="#fff8e6"/><ellipse cx="${x}" cy="${y - 8}" rx="12" ry="6" fill="${colour}"/>`;
  return (
    pen.cast('<path d="M400 90 H800 V380 L880 700 H320 L400 380Z"/>', 46, 20, 24, 0.38) +
    pen.contact(600, 806, 330, 22, 0.5) +
    `<path d="M330 640 h30 l-8 160 h-16z M840 640 h30 l-6 160 h-16z" fill="${pen.round("#c9ced3")}"/><path d="M420 500 h22 v220 h-16z M758 500 h22 v220 h-16z" fill="${pen.round("#8d939b")}"/>` +
    `<rect x="396" y="80" width="408" height="300" rx="14" fill="${pen.fade(50, lift(main, 0.2), main, sink(main, 0.3))}"/><rect x="420" y="102" width="360" height="212" rx="8" fill="${pen.glow(0.5, 0.5, 0.75, lift(accent, 0.4), [0.5, accent], sink(second, 0.2))}"/><path d="M420 314 V270 Q520 210 600 262 T780 250 V314Z" fill="${sink(second, 0.2)}"/><circle cx="640" cy="196" r="58" fill="${pen.ball(second)}"/><ellipse cx="640" cy="200" rx="104" ry="20" fill="none" stroke="#fff4d6" stroke-width="9" transform="rotate(-14 640 200)"/><path d="M582 196 a58 58 0 0 1 116 0" fill="${pen.ball(second)}"/><path d="M470 292 L520 214 q22 -24 52 -26 q2 30 -20 52 L484 300Z" fill="#fff8e6"/><circle cx="538" cy="222" r="10" fill="${main}"/><path d="M484 300 l-26 6 l12 -24z" fill="#f2853c"/><path d="M460 140 l8 18 l20 2 l-15 13 l4 20 l-17 -10 l-17 10 l4 -20 l-15 -13 l20 -2z M728 132 l8 18 l20 2 l-15 13 l4 20 l-17 -10 l-17 10 l4 -20 l-15 -13 l20 -2z" fill="#fff8e6"/><rect x="420" y="324" width="360" height="40" rx="5" fill="#17141d"/>${times(4, (index) => times(3, (digit) => `<rect x="${436 + index * 86 + digit * 22}" y="334" width="14" height="20" fill="#ff9d4b" opacity="${digit === 2 ? 1 : 0.75}"/>`))}` +
    `<path d="M404 380 H796 L868 650 H332Z" fill="${pen.fade(80, sink(main, 0.1), main)}"/><path d="M424 392 H776 L836 640 H364Z" fill="${pen.fade(80, mix(second, "#ffffff", 0.1), sink(second, 0.35))}"/><path d="M430 400 C520 380 560 470 480 520 C420 560 420 600 470 636" fill="none" stroke="${lift(accent, 0.3)}" stroke-width="9" opacity="0.9"/><path d="M770 400 C690 400 700 480 750 520 C790 560 770 610 730 636" fill="none" stroke="${lift(accent, 0.3)}" stroke-width="9" opacity="0.9"/>` +
    bumper(540, 450, "#e2503f") +
    bumper(648, 440, "#f2c14b") +
    bumper(596, 510, "#58b57a") +
    times(5, (index) => `<path d="M${500 + index * 50} 570 l10 -22 l10 22z" fill="#fff8e6" opacity="0.9"/>`) +
    `<path d="M480 606 L580 626 L580 636 L478 622Z M720 606 L620 626 L620 636 L722 622Z" fill="#fff8e6"/><circle cx="666" cy="560" r="12" fill="${pen.ball("#d9dde2")}"/><path d="M470 400 L560 400 L470 636 L400 636Z" fill="#fff" opacity="0.1"/>` +
    `<path d="M330 650 H870 V712 q0 12 -12 12 H342 q-12 0 -12 -12Z" fill="${pen.fade(90, lift(main, 0.2), sink(main, 0.35))}"/><circle cx="326" cy="684" r="13" fill="${pen.ball("#e2503f")}"/><circle cx="874" cy="684" r="13" fill="${pen.ball("#e2503f")}"/><rect x="560" y="666" width="80" height="40" rx="6" fill="#231f29"/><circle cx="806" cy="686" r="17" fill="${pen.metal("#d3d7dc")}"/><path d="M380 676 l12 14 l-12 14 M408 676 l12 14 l-12 14" stroke="${accent}" stroke-width="6" fill="none"/>`
  );
}

const boardX = (x: number, y: number) => n(600 + (x - 4) * (96 + (y - 620) * 0.17));

/** A chess set mid-game, seen low over the board. */
export function chess(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const squares = times(5, (row) =>
    times(8, (column) => {
      const [y1, y2] = [620 + row * 34, 620 + (row + 1) * 34];
      return `<path d="M${boardX(column, y1)} ${y1} L${boardX(column + 1, y1)} ${y1} L${boardX(column + 1, y2)} ${y2} L${boardX(column, y2)} ${y2}Z" fill="${(row + column) % 2 ? sink(accent, 0.45) : lift(accent, 0.45)}"/>`;
    }),
  );
  const base = (x: number, y: number, s: number, colour: string, head: string) =>
    `<g transform="translate(${x} ${y}) scale(${s})">${pen.contact(6, 2, 74, 15, 0.6)}<path d="M-66 0 q-4 -26 22 -34 C-26 -60 -18 -130 -20 -170 H20 C18 -130 26 -60 44 -34 q26 8 22 34 q-66 18 -132 0Z" fill="${pen.round(colour)}"/><ellipse cx="0" cy="-170" rx="36" ry="10" fill="${pen.round(lift(colour, 0.1))}"/>${head}</g>`;
  const king = (colour: string) =>
    `<path d="M-34 -176 L-44 -270 Q0 -296 44 -270 L34 -176Z" fill="${pen.round(colour)}"/><path d="M-8 -282 v-20 h-16 v-16 h16 v-18 h16 v18 h16 v16 h-16 v20z" fill="${pen.flat(lift(colour, 0.2))}"/>`;
  const queen = (colour: string) =>
    `<path d="M-32 -176 L-50 -268 L-28 -240 L-16 -276 L0 -244 L16 -276 L28 -240 L50 -268 L32 -176Z" fill="${pen.round(colour)}"/><circle cy="-284" r="11" fill="${pen.ball(colour)}"/>`;
  const rook = (colour: string) =>
    `<path d="M-34 -176 V-232 H-42 V-262 H-22 V-248 H-10 V-262 H10 V-248 H22 V-262 H42 V-232 H34 V-176Z" fill="${pen.round(colour)}"/>`;
  const bishop = (colour: string) =>
    `<path d="M0 -272 C40 -240 38 -200 26 -176 H-26 C-38 -200 -40 -240 0 -272Z" fill="${pen.round(colour)}"/><circle cy="-278" r="10" fill="${pen.ball(colour)}"/><path d="M8 -244 l16 26" stroke="${sink(colour, 0.6)}" stroke-width="6"/>`;
  const knight = (colour: string) =>
    `<path d="M-40 -172 C-44 -220 -20 -240 -30 -276 L-10 -262 C20 -270 52 -240 56 -206 L42 -190 C30 -200 14 -204 4 -198 C24 -186 34 -180 36 -172Z" fill="${pen.round(colour)}"/><circle cx="10" cy="-238" r="5" fill="${sink(colour, 0.7)}"/>`;
  const pawn = (colour: string) => `<circle cy="-200" r="33" fill="${pen.ball(colour)}"/>`;
  return (
    pen.cast('<path d="M216 620 H984 L1100 800 H100Z"/>', 10, 30, 20, 0.4) +
    `<path d="M196 606 H1004 L1110 806 H90Z" fill="${pen.fade(90, sink(accent, 0.5), sink(accent, 0.35))}"/><path d="M90 806 H1110 V836 H90Z" fill="${sink(accent, 0.62)}"/>${squares}` +
    base(330, 660, 0.72, second, rook(second)) +
    base(450, 654, 0.62, second, pawn(second)) +
    base(730, 656, 0.84, second, queen(second)) +
    base(860, 664, 0.76, second, bishop(second)) +
    base(600, 694, 1.08, second, king(second)) +
    base(760, 752, 0.8, main, pawn(main)) +
    base(420, 762, 1.12, main, knight(main)) +
    base(230, 772, 0.84, main, pawn(main)) +
    base(930, 776, 1.1, main, bishop(main)) +
    `<g transform="translate(620 770) rotate(78)">${base(0, 0, 0.74, main, pawn(main))}</g>`
  );
}

/** Three trading cards, fanned; a creature on each. */
export function cards(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const creature = (look: number, colour: string) =>
    [
      `<path d="M-60 60 C-80 0 -40 -50 0 -50 C40 -50 80 0 60 60 Q0 80 -60 60Z" fill="${pen.ball(colour)}"/><path d="M-36 -40 l-20 -40 l40 20z M36 -40 l20 -40 l-40 20z" fill="${sink(colour, 0.2)}"/><circle cx="-22" cy="-4" r="12" fill="#fff"/><circle cx="22" cy="-4" r="12" fill="#fff"/><circle cx="-19" cy="-2" r="6" fill="#231f29"/><circle cx="25" cy="-2" r="6" fill="#231f29"/><path d="M-18 26 q18 18 36 0" stroke="#231f29" stroke-width="5" fill="none" stroke-linecap="round"/>`,
      `<path d="M-70 30 C-50 -60 60 -70 74 0 C80 50 20 70 -10 60 C-30 74 -60 70 -70 30Z" fill="${pen.ball(colour)}"/><path d="M-20 -40 C-40 -90 10 -100 20 -54 M40 -40 C60 -80 90 -60 70 -16" fill="${sink(colour, 0.25)}"/><circle cx="34" cy="-8" r="14" fill="#fff"/><circle cx="38" cy="-6" r="7" fill="#231f29"/><path d="M60 20 l-18 10 l-6 14 l-14 -8" fill="none" stroke="#231f29" stroke-width="5"/>`,
      `<path d="M0 -84 C30 -50 20 -40 44 -20 C80 10 60 70 0 72 C-60 70 -80 10 -44 -20 C-20 -40 -30 -50 0 -84Z" fill="${pen.ball(colour)}"/><path d="M0 -30 C20 -6 34 10 22 40 Q0 60 -22 40 C-34 10 -20 -6 0 -30Z" fill="${lift(colour, 0.55)}"/><circle cx="-20" cy="6" r="8" fill="#231f29"/><circle cx="20" cy="6" r="8" fill="#231f29"/><path d="M-10 28 q10 10 20 0" stroke="#231f29" stroke-width="4" fill="none"/>`,
    ][look] ?? "";
  const card = (x: number, y: number, turn: number, colour: string, look: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${pen.cast('<rect x="-150" y="-210" width="300" height="420" rx="18"/>', 10, 16, 12, 0.42)}<rect x="-150" y="-210" width="300" height="420" rx="18" fill="${pen.fade(60, "#ffe9a6", "#e6b844", "#c98f2a")}"/><rect x="-134" y="-194" width="268" height="388" rx="8" fill="${pen.fade(70, lift(colour, 0.5), lift(colour, 0.25))}"/><rect x="-118" y="-178" width="150" height="16" rx="6" fill="${sink(colour, 0.5)}"/><circle cx="104" cy="-170" r="14" fill="${pen.ball(colour)}"/><rect x="-118" y="-146" width="236" height="176" fill="${pen.glow(0.5, 0.5, 0.8, lift(colour, 0.75), [0.6, mix(colour, "#7fd0e0", 0.4)], sink(colour, 0.2))}" stroke="#c98f2a" stroke-width="5"/>${times(9, (index) => `<path transform="translate(0 -56) rotate(${index * 40})" d="M0 0 L-14 -130 H14Z" fill="#fff" opacity="0.16"/>`)}<g transform="translate(0 -56) scale(0.95)">${creature(look, colour)}</g>${times(4, (index) => `<rect x="-118" y="${56 + index * 26}" width="${[236, 200, 224, 130][index]}" height="9" rx="4" fill="${sink(colour, 0.45)}" opacity="0.65"/>`)}<circle cx="-102" cy="172" r="10" fill="${colour}"/><circle cx="-76" cy="172" r="10" fill="${colour}"/><rect x="60" y="164" width="58" height="14" rx="6" fill="${sink(colour, 0.5)}"/><path d="M-150 -210 L20 -210 L-150 60Z" fill="#fff" opacity="0.12"/></g>`;
  return `<g transform="translate(600 470) scale(1.08) translate(-600 -470)">${card(370, 480, -16, main, 0)}${card(830, 480, 15, second, 1)}${card(600, 450, -2, accent, 2)}</g>`;
}

/** Cartridges in their cases, a small stack. */
export function cartridges(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const one = (x: number, y: number, turn: number, shell: string, label: string, motif: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${pen.cast('<rect x="-130" y="-150" width="260" height="300" rx="16"/>', 12, 18, 12, 0.42)}<path d="M-130 -134 q0 -16 16 -16 H114 q16 0 16 16 V104 H108 V150 H-108 V104 H-130Z" fill="${pen.fade(50, lift(shell, 0.35), shell, sink(shell, 0.25))}"/>${times(5, (index) => `<rect x="${-124}" y="${-116 + index * 16}" width="22" height="7" rx="3" fill="${sink(shell, 0.4)}"/><rect x="102" y="${-116 + index * 16}" width="22" height="7" rx="3" fill="${sink(shell, 0.4)}"/>`)}<rect x="-94" y="-126" width="188" height="190" rx="8" fill="${pen.fade(70, lift(label, 0.3), label, sink(label, 0.2))}"/>${motif}<rect x="-84" y="36" width="110" height="14" rx="5" fill="#fff8e6" opacity="0.9"/><path d="M-94 -126 H10 L-94 20Z" fill="#fff" opacity="0.14"/>${times(9, (index) => `<rect x="${-98 + index * 22}" y="116" width="14" height="34" fill="${pen.fade(90, "#d9b25a", "#8a6a2c")}"/>`)}</g>`;
  const castle =
    '<path d="M-60 20 V-50 h18 v16 h14 v-30 h18 v16 h20 v-16 h18 v30 h14 v-16 h18 V20Z" fill="#2a2430"/><circle cx="44" cy="-84" r="20" fill="#fff4c9"/><path d="M-10 20 v-24 q10 -14 20 0 v24z" fill="#f2c14b"/>';
  const rocket =
    '<path d="M0 -104 C30 -70 30 -20 18 10 H-18 C-30 -20 -30 -70 0 -104Z" fill="#fff8e6"/><circle cy="-50" r="13" fill="#3f7fc9"/><path d="M-22 -20 L-46 20 L-16 10Z M22 -20 L46 20 L16 10Z" fill="#e2503f"/><path d="M-12 12 L0 44 L12 12Z" fill="#f2c14b"/>';
  const racer =
    '<path d="M-94 20 L-20 -40 H20 L94 20Z" fill="#3a3541"/><path d="M-3 -38 h6 l4 18 h-14z M-8 -10 h16 l6 30 h-28z" fill="#fff8e6"/><path d="M-34 14 q4 -22 34 -22 q30 0 34 22 v12 h-68z" fill="#e2503f"/><circle cx="-56" cy="-84" r="20" fill="#ffd071"/>';
  return (
    one(350, 450, -15, main, second, castle) +
    one(850, 450, 13, sink(main, 0.35), accent, racer) +
    one(600, 470, -2, lift(main, 0.25), mix(second, accent, 0.5), rocket)
  );
}

/** A one-button joystick. */
export function joystick(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  return (
    pen.cast(
      '<path d="M380 560 H820 L880 730 H320Z"/><rect x="560" y="200" width="80" height="360"/>',
      50,
      16,
      22,
      0.4,
    ) +
    pen.contact(600, 752, 330, 24, 0.6) +
    `<path d="M316 700 C200 690 180 800 300 820 S560 800 700 850" fill="none" stroke="#231f29" stroke-width="13" stroke-linecap="round"/>` +
    `<path d="M390 540 H810 L872 690 H328Z" fill="${pen.fade(80, lift(main, 0.3), main, sink(main, 0.1))}"/><path d="M328 690 H872 V722 q0 24 -24 24 H352 q-24 0 -24 -24Z" fill="${pen.fade(90, sink(main, 0.14), sink(main, 0.45))}"/>` +
    `<ellipse cx="630" cy="618" rx="128" ry="48" fill="${sink(main, 0.55)}"/>${[0, 1, 2, 3].map((index) => `<ellipse cx="${630 - index * 2}" cy="${606 - index * 17}" rx="${112 - index * 20}" ry="${40 - index * 7}" fill="${pen.fade(0, lift("#2a2630", 0.2), "#2a2630", "#120f17")}"/>`).join("")}` +
    `<path d="M590 560 L570 260 C566 220 600 196 630 200 C664 204 676 230 672 262 L656 560Z" fill="${pen.round("#2f2a36")}"/><path d="M568 250 C560 190 690 176 678 256 Q620 276 568 250Z" fill="${pen.round(second)}"/><path d="M574 300 H668 M577 340 H666 M580 380 H664 M583 420 H662" stroke="#17141d" stroke-width="7" opacity="0.7"/>` +
    `<ellipse cx="440" cy="600" rx="50" ry="24" fill="${sink(accent, 0.5)}"/><ellipse cx="440" cy="588" rx="44" ry="20" fill="${pen.ball(accent)}"/><path d="M780 570 l36 86" stroke="${accent}" stroke-width="8"/><path d="M404 552 H796" stroke="${lift(main, 0.5)}" stroke-width="4" opacity="0.7"/><circle cx="364" cy="676" r="7" fill="#c9ced3"/><circle cx="836" cy="676" r="7" fill="#c9ced3"/>`
  );
}
