/** Cameras, computers and other instruments. They stand at y 745. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { around, n, type Pen, times } from "../pen.ts";

function lens(pen: Pen, cx: number, cy: number, r: number, ring: string, tint: string): string {
  return (
    `<circle cx="${cx + 6}" cy="${cy + 12}" r="${r}" fill="#150d26" opacity="0.35"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="${pen.metal(ring)}"/>${around(48, cx, cy, () => `<rect x="${cx - 2}" y="${n(cy - r)}" width="4" height="${n(r * 0.1)}" fill="${sink(ring, 0.45)}" opacity="0.7"/>`)}` +
    `<circle cx="${cx}" cy="${cy}" r="${n(r * 0.84)}" fill="#1a161f"/><circle cx="${cx}" cy="${cy}" r="${n(r * 0.74)}" fill="${pen.metal("#4b4653", 230)}"/><circle cx="${cx}" cy="${cy}" r="${n(r * 0.62)}" fill="#120f17"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${n(r * 0.52)}" fill="${pen.glow(0.4, 0.35, 0.75, lift(tint, 0.3), [0.4, tint], [0.75, sink(tint, 0.7)], "#0c0912")}"/><ellipse cx="${n(cx - r * 0.18)}" cy="${n(cy - r * 0.24)}" rx="${n(r * 0.16)}" ry="${n(r * 0.09)}" transform="rotate(-35 ${n(cx - r * 0.18)} ${n(cy - r * 0.24)})" fill="#fff" opacity="0.85"/><circle cx="${n(cx + r * 0.2)}" cy="${n(cy + r * 0.24)}" r="${n(r * 0.07)}" fill="${mix(tint, "#ff9d6c", 0.5)}" opacity="0.9"/>`
  );
}

/** A coupled-rangefinder camera. */
export function rangefinder(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const steel = "#cfd3d8";
  const outline = '<rect x="270" y="350" width="660" height="380" rx="56"/>';
  return (
    pen.cast(outline, 46, 14, 22, 0.42) +
    pen.contact(600, 746, 350, 24, 0.6) +
    `<path d="M276 430 C190 460 170 620 240 700 C270 740 300 760 330 800" fill="none" stroke="${sink(second, 0.2)}" stroke-width="20" stroke-linecap="round"/><path d="M276 430 C190 460 170 620 240 700" fill="none" stroke="${lift(second, 0.3)}" stroke-width="4" opacity="0.7"/>` +
    `<rect x="332" y="318" width="84" height="40" rx="8" fill="${pen.round(steel)}"/><rect x="760" y="306" width="112" height="52" rx="8" fill="${pen.round(steel)}"/>${times(13, (index) => `<rect x="${764 + index * 8.4}" y="308" width="3" height="46" fill="${sink(steel, 0.4)}" opacity="0.5"/>`)}<rect x="686" y="326" width="48" height="30" rx="8" fill="${pen.round(steel)}"/><circle cx="710" cy="322" r="15" fill="${pen.metal(accent)}"/><path d="M560 348 h80 v-14 h-80z" fill="${pen.lying(sink(steel, 0.2))}"/>` +
    `<rect x="270" y="350" width="660" height="380" rx="56" fill="${pen.fade(90, lift(steel, 0.5), [0.25, steel], [0.8, sink(steel, 0.1)], sink(steel, 0.35))}"/><rect x="270" y="452" width="660" height="208" fill="${pen.fade(0, sink(main, 0.1), [0.25, lift(main, 0.16)], main, sink(main, 0.35))}"/>${times(90, () => `<circle cx="${pen.random.whole(276, 924)}" cy="${pen.random.whole(458, 654)}" r="${n(pen.random.between(1.2, 3.2))}" fill="${pen.random.unit() < 0.5 ? sink(main, 0.4) : lift(main, 0.25)}" opacity="0.5"/>`)}<path d="M270 452 H930 M270 660 H930" stroke="${sink(steel, 0.35)}" stroke-width="3"/>` +
    `<rect x="424" y="378" width="62" height="48" rx="7" fill="#17141d"/><rect x="432" y="386" width="46" height="32" fill="${pen.fade(60, "#7f9fc9", "#2a3652")}"/><rect x="574" y="384" width="52" height="36" rx="6" fill="#efe9dc"/><rect x="720" y="378" width="74" height="48" rx="7" fill="#17141d"/><rect x="728" y="386" width="58" height="32" fill="${pen.fade(60, "#c9b57f", "#52482a")}"/><circle cx="860" cy="402" r="17" fill="${pen.metal(accent)}"/><circle cx="340" cy="402" r="12" fill="${pen.ball("#d8412f")}"/>` +
    lens(pen, 600, 550, 150, "#bfc4ca", "#4a6bb0") +
    `<circle cx="600" cy="404" r="7" fill="${accent}"/><rect x="318" y="500" width="16" height="80" rx="8" fill="${pen.round(steel)}"/>`
  );
}

/** A twin-lens reflex with its hood up. */
export function reflex(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const steel = "#cfd3d8";
  return (
    pen.cast('<rect x="430" y="290" width="340" height="450" rx="20"/>', 50, 14, 22, 0.42) +
    pen.contact(600, 748, 220, 22, 0.6) +
    `<path d="M450 296 L480 150 H720 L750 296Z" fill="${pen.fade(20, lift(main, 0.2), main, sink(main, 0.4))}"/><path d="M484 284 L504 176 H696 L716 284Z" fill="${sink(main, 0.6)}"/><path d="M510 270 L524 190 H676 L690 270Z" fill="${pen.fade(60, "#b9cfd9", "#5e7f95")}" opacity="0.75"/>` +
    `<rect x="430" y="290" width="340" height="450" rx="18" fill="${pen.fade(10, lift(main, 0.22), main, sink(main, 0.4))}"/><rect x="430" y="290" width="340" height="26" fill="${pen.lying(steel)}"/><rect x="430" y="716" width="340" height="24" rx="8" fill="${pen.lying(steel)}"/>${times(60, () => `<circle cx="${pen.random.whole(440, 760)}" cy="${pen.random.whole(322, 708)}" r="${n(pen.random.between(1.2, 3))}" fill="${lift(main, 0.3)}" opacity="0.4"/>`)}` +
    `<path d="M488 340 q112 -30 224 0 V700 q-112 20 -224 0Z" fill="${pen.metal(steel, 0)}"/>` +
    lens(pen, 600, 420, 84, "#aeb4bb", "#5a8f7a") +
    lens(pen, 600, 598, 100, "#aeb4bb", "#6a4fa0") +
    `<circle cx="508" cy="510" r="20" fill="${pen.metal(accent)}"/><circle cx="692" cy="510" r="20" fill="${pen.metal(accent)}"/><rect x="768" y="400" width="40" height="96" rx="10" fill="${pen.round(steel)}"/><circle cx="800" cy="600" r="40" fill="${pen.metal(steel)}"/><path d="M800 600 L850 650" stroke="${sink(steel, 0.2)}" stroke-width="12" stroke-linecap="round"/><circle cx="852" cy="652" r="13" fill="${pen.ball("#2a2630")}"/>` +
    `<path d="M430 360 C340 400 330 640 400 780 M770 350 C860 420 900 560 880 700" fill="none" stroke="${second}" stroke-width="18" stroke-linecap="round" opacity="0.95"/>`
  );
}

/** A home computer of the early eighties with its monitor. */
export function computer(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const keys = times(4, (row) =>
    times(
      15 - (row === 3 ? 5 : 0),
      (column) =>
        `<rect x="${318 + column * 37 + row * 6 + (row === 3 ? 70 : 0)}" y="${646 + row * 21}" width="31" height="16" rx="4" fill="${column === 0 || column === 14 ? lift(second, 0.15) : pen.fade(90, lift(second, 0.5), lift(second, 0.2))}"/>`,
    ),
  );
  const lines = times(
    8,
    (index) =>
      `<rect x="438" y="${232 + index * 27}" width="${[180, 250, 120, 210, 90, 230, 160, 60][index]}" height="9" rx="3" fill="${lift(accent, 0.2)}" opacity="0.9"/>`,
  );
  return (
    pen.cast(
      '<rect x="350" y="150" width="500" height="440" rx="20"/><path d="M290 620 H910 L950 748 H250Z"/>',
      44,
      16,
      22,
      0.4,
    ) +
    pen.contact(600, 752, 390, 24, 0.6) +
    `<path d="M480 560 H720 L750 612 H450Z" fill="${pen.fade(90, sink(main, 0.3), sink(main, 0.1))}"/><rect x="350" y="150" width="500" height="430" rx="26" fill="${pen.fade(50, lift(main, 0.4), main, sink(main, 0.22))}"/><path d="M386 182 H814 V500 H386Z" fill="${sink(main, 0.45)}"/><rect x="402" y="196" width="396" height="290" rx="34" fill="${pen.glow(0.45, 0.42, 0.75, mix("#16302a", accent, 0.3), [0.7, "#0f1c1e"], "#080d10")}"/>${lines}<rect x="506" y="421" width="16" height="14" fill="${accent}"/>` +
    `<g opacity="0.75" fill="${accent}">${[
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 0],
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 2],
      [4, 2],
      [1, 3],
      [3, 3],
      [0, 4],
      [4, 4],
    ]
      .map(([x = 0, y = 0]) => `<rect x="${690 + x * 14}" y="${380 + y * 14}" width="13" height="13"/>`)
      .join("")}</g><path d="M410 300 C420 220 470 206 560 202 L470 470 L420 470Z" fill="#fff" opacity="0.09"/>` +
    `<rect x="392" y="522" width="130" height="26" rx="4" fill="${sink(main, 0.2)}"/>${times(9, (index) => `<rect x="${400 + index * 13}" y="528" width="6" height="14" fill="${sink(main, 0.55)}"/>`)}<circle cx="760" cy="536" r="15" fill="${pen.metal("#d3d7dc")}"/><circle cx="800" cy="536" r="7" fill="#7fe0a3"/>${["#d8412f", "#f2a13c", "#f2d24b", "#58b57a", "#3f7fc9"].map((colour, index) => `<rect x="${640 + index * 13}" y="526" width="11" height="20" fill="${colour}"/>`).join("")}` +
    `<path d="M300 610 H900 L944 726 q6 24 -18 26 H274 q-24 -2 -18 -26Z" fill="${pen.fade(90, lift(main, 0.4), main, sink(main, 0.3))}"/><path d="M306 634 H896 L920 732 H280Z" fill="${sink(main, 0.3)}"/>${keys}`
  );
}

/** A pocket-sized portable player with its foam headphones. */
export function cassettePlayer(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const body = '<rect x="430" y="230" width="330" height="470" rx="30"/>';
  const pad = (x: number, y: number) =>
    `<circle cx="${x + 5}" cy="${y + 8}" r="62" fill="#150d26" opacity="0.3"/><circle cx="${x}" cy="${y}" r="62" fill="${pen.ball(accent)}"/>${times(26, () => `<circle cx="${x + pen.random.whole(-42, 42)}" cy="${y + pen.random.whole(-42, 42)}" r="2.4" fill="${sink(accent, 0.4)}" opacity="0.5"/>`)}`;
  return (
    pen.cast(
      `${body}<path d="M232 560 C150 200 420 20 700 110 C860 150 960 240 960 380" fill="none" stroke="#150d26" stroke-width="12"/>`,
      18,
      28,
      14,
      0.42,
    ) +
    `<path d="M232 560 C150 200 420 20 700 110 C860 150 960 240 960 380" fill="none" stroke="${sink("#c9ced3", 0.3)}" stroke-width="15"/><path d="M232 560 C150 200 420 20 700 110 C860 150 960 240 960 380" fill="none" stroke="${pen.metal("#d9dde2")}" stroke-width="10"/>` +
    `<path d="M960 430 C1000 600 900 720 800 690 C740 670 720 760 780 790" fill="none" stroke="#2a2630" stroke-width="7"/>` +
    pad(240, 590) +
    pad(962, 410) +
    `<rect x="430" y="230" width="330" height="470" rx="30" fill="${pen.fade(50, lift(main, 0.4), main, sink(main, 0.28))}"/><rect x="430" y="230" width="330" height="92" rx="30" fill="${pen.metal("#cfd3d8", 80)}"/><rect x="430" y="300" width="330" height="24" fill="${pen.metal("#cfd3d8", 80)}"/>` +
    `<rect x="474" y="360" width="242" height="250" rx="18" fill="${sink(main, 0.45)}"/><rect x="490" y="376" width="210" height="218" rx="12" fill="${pen.fade(60, "#e7eef0", "#9fb4bd")}" opacity="0.9"/><rect x="506" y="400" width="178" height="124" rx="8" fill="${pen.flat(second)}"/><rect x="506" y="412" width="178" height="22" fill="#fff6e4"/><rect x="530" y="446" width="130" height="50" rx="25" fill="#231f29"/>${[562, 628].map((x) => `<circle cx="${x}" cy="471" r="17" fill="#f4eee2"/>${around(6, x, 471, () => `<rect x="${x - 2}" y="456" width="4" height="9" fill="#231f29"/>`)}`).join("")}<path d="M490 376 h80 L500 594 h-10z" fill="#fff" opacity="0.3"/>` +
    `<rect x="474" y="640" width="120" height="14" rx="7" fill="${lift(main, 0.6)}" opacity="0.8"/><rect x="758" y="370" width="22" height="60" rx="6" fill="${pen.round("#d3d7dc")}"/><rect x="758" y="446" width="22" height="60" rx="6" fill="${pen.round("#d3d7dc")}"/><rect x="758" y="522" width="22" height="60" rx="6" fill="${pen.round(accent)}"/><circle cx="690" cy="272" r="12" fill="#231f29"/><rect x="460" y="262" width="90" height="18" rx="6" fill="${accent}"/>`
  );
}

/** An open-reel tape machine. */
export function tapeDeck(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const reel = (x: number, share: number) =>
    `<circle cx="${x}" cy="360" r="138" fill="${pen.metal("#d3d7dc")}"/><circle cx="${x}" cy="360" r="${n(130 * share)}" fill="#3b2721"/>${times(5, (index) => `<circle cx="${x}" cy="360" r="${n(130 * share - 8 - index * 9)}" fill="none" stroke="#5a3d33" stroke-width="1.5"/>`)}${around(3, x, 360, () => `<path d="M${x - 30} 300 Q${x} 286 ${x + 30} 300 L${x + 52} 252 Q${x} 226 ${x - 52} 252Z" fill="${sink(main, 0.3)}"/>`)}<circle cx="${x}" cy="360" r="44" fill="${pen.metal("#c4c9cf")}"/><circle cx="${x}" cy="360" r="19" fill="${pen.ball(accent)}"/>`;
  const meter = (x: number) =>
    `<rect x="${x}" y="566" width="150" height="96" rx="8" fill="#17141d"/><path d="M${x + 12} 652 a66 66 0 0 1 126 0Z" fill="${pen.fade(90, "#fff5d6", "#f2cf8a")}"/><path d="M${x + 100} 600 a66 66 0 0 1 34 40" stroke="#d8412f" stroke-width="6" fill="none"/><path d="M${x + 75} 652 L${x + 52} 600" stroke="#231f29" stroke-width="3.5"/>`;
  return (
    pen.cast('<rect x="280" y="200" width="640" height="540" rx="14"/>', 46, 14, 22, 0.4) +
    pen.contact(600, 750, 360, 22, 0.6) +
    `<rect x="280" y="196" width="640" height="546" rx="14" fill="${pen.fade(50, lift(main, 0.2), main, sink(main, 0.26))}"/><rect x="262" y="196" width="34" height="546" rx="8" fill="${pen.round(second)}"/><rect x="904" y="196" width="34" height="546" rx="8" fill="${pen.round(second)}"/>` +
    reel(440, 0.95) +
    reel(760, 0.62) +
    `<path d="M318 400 L424 520 H776 L846 430" fill="none" stroke="#3b2721" stroke-width="5"/><rect x="530" y="482" width="140" height="62" rx="10" fill="${pen.metal("#c9ced3", 80)}"/><circle cx="424" cy="520" r="16" fill="${pen.ball("#d9dde2")}"/><circle cx="776" cy="520" r="16" fill="${pen.ball("#d9dde2")}"/>` +
    meter(330) +
    meter(500) +
    times(
      5,
      (index) =>
        `<rect x="${330 + index * 66}" y="682" width="56" height="36" rx="6" fill="${index === 4 ? pen.flat("#d8412f") : pen.fade(90, "#f1f2f4", "#a9afb7")}"/>`,
    ) +
    [720, 800, 868]
      .map(
        (x, index) =>
          `<circle cx="${x}" cy="614" r="30" fill="${pen.metal("#d3d7dc")}"/><path transform="rotate(${-50 + index * 40} ${x} 614)" d="M${x} 606 V590" stroke="#231f29" stroke-width="4"/>`,
      )
      .join("") +
    `<rect x="700" y="682" width="190" height="36" rx="6" fill="${sink(main, 0.5)}"/>${times(9, (index) => `<rect x="${712 + index * 19}" y="692" width="12" height="16" fill="${index < 6 ? "#7fe0a3" : "#f2c14b"}"/>`)}`
  );
}
