/** Rooms' own things: to sit in, to write at, to light with. They stand at y 745. */
// @ts-nocheck

import { lift, sink } from "../colour.ts";
import { n, type Pen, times } from "../pen.ts";

/** A wing chair with button tufting. */
export function armchair(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const back = "M408 560 C396 420 396 300 430 226 C470 176 730 176 770 226 C804 300 804 420 792 560Z";
  const buttons = times(4, (row) =>
    times(5 - (row % 2), (column) => {
      const [x, y] = [484 + column * 58 + (row % 2) * 29, 266 + row * 62];
      return `<path d="M${x} ${y} l-28 32 M${x} ${y} l28 32 M${x} ${y} l-28 -32 M${x} ${y} l28 -32" stroke="${sink(main, 0.28)}" stroke-width="2.5" opacity="0.55"/><circle cx="${x}" cy="${y}" r="7" fill="${pen.ball(accent)}"/>`;
    }),
  );
  const leg = (x: number, lean: number) => `<path d="M${x} 690 h30 l${lean} 60 h-16z" fill="${pen.round(second)}"/>`;
  return (
    pen.cast(`<path d="${back}"/><rect x="330" y="470" width="540" height="230" rx="50"/>`, 46, 16, 24, 0.38) +
    pen.contact(600, 750, 310, 24, 0.6) +
    leg(372, -10) +
    leg(798, 10) +
    `<path d="M352 560 C340 420 380 300 424 240 H776 C820 300 860 420 848 560Z" fill="${sink(main, 0.3)}"/>` +
    `<path d="${back}" fill="${pen.fade(30, lift(main, 0.22), main, sink(main, 0.35))}"/>${pen.clip(`<path d="${back}"/>`, buttons)}<path d="M430 226 C470 176 730 176 770 226" fill="none" stroke="${lift(main, 0.45)}" stroke-width="6" opacity="0.7"/>` +
    `<path d="M408 560 C380 470 376 330 414 262 C392 300 352 360 350 440 C350 500 366 540 380 570Z" fill="${pen.fade(0, lift(main, 0.2), sink(main, 0.16))}"/><path d="M792 560 C820 470 824 330 786 262 C808 300 848 360 850 440 C850 500 834 540 820 570Z" fill="${pen.fade(0, sink(main, 0.1), sink(main, 0.4))}"/>` +
    `<path d="M420 540 C420 512 780 512 780 540 V620 H420Z" fill="${pen.fade(90, lift(main, 0.32), main, sink(main, 0.16))}"/><path d="M424 600 Q600 616 776 600" fill="none" stroke="${sink(main, 0.3)}" stroke-width="3"/>` +
    `<path d="M404 616 H796 V700 H404Z" fill="${pen.fade(90, sink(main, 0.16), sink(main, 0.34))}"/>` +
    `<path d="M332 520 C326 470 430 466 434 520 L438 702 H340Z" fill="${pen.fade(0, sink(main, 0.04), [0.4, lift(main, 0.24)], sink(main, 0.24))}"/><path d="M868 520 C874 470 770 466 766 520 L762 702 H860Z" fill="${pen.fade(0, sink(main, 0.1), [0.4, lift(main, 0.1)], sink(main, 0.42))}"/><ellipse cx="383" cy="518" rx="48" ry="40" fill="${pen.ball(main)}"/><ellipse cx="817" cy="518" rx="48" ry="40" fill="${pen.ball(sink(main, 0.08))}"/><path d="M346 704 H854" stroke="${accent}" stroke-width="6" stroke-dasharray="2 12" stroke-linecap="round"/>`
  );
}

/** A roll-top writing desk with drawers. */
export function desk(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const front = pen.fade(20, lift(main, 0.2), main, sink(main, 0.3));
  const drawer = (x: number, y: number, w: number, h: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="${pen.flat(lift(main, 0.06))}" stroke="${sink(main, 0.45)}" stroke-width="3"/><path d="M${x + w / 2 - 18} ${y + h / 2 - 4} q18 20 36 0" fill="none" stroke="${pen.metal(accent)}" stroke-width="6"/><circle cx="${x + w / 2 - 18}" cy="${y + h / 2 - 4}" r="5" fill="${accent}"/><circle cx="${x + w / 2 + 18}" cy="${y + h / 2 - 4}" r="5" fill="${accent}"/>`;
  const pigeonholes = times(
    6,
    (index) =>
      `<rect x="${356 + index * 82}" y="356" width="74" height="76" fill="${sink(main, 0.6)}"/>${index % 2 ? `<rect x="${366 + index * 82}" y="${386 - index * 2}" width="10" height="${46 + index * 2}" fill="#efe4cf"/><rect x="${380 + index * 82}" y="380" width="8" height="52" fill="#b5573c"/><rect x="${392 + index * 82}" y="374" width="12" height="58" fill="#3f6f78"/>` : `<path d="M${364 + index * 82} 424 l50 -10 v8 l-50 10z" fill="#efe4cf"/>`}`,
  );
  return (
    pen.cast('<rect x="310" y="280" width="580" height="460"/>', 44, 10, 22, 0.36) +
    pen.contact(600, 750, 340, 22, 0.55) +
    `<path d="M330 460 V330 C330 272 372 250 420 250 H780 C828 250 870 272 870 330 V460Z" fill="${front}"/><rect x="344" y="346" width="512" height="106" fill="${sink(main, 0.5)}"/>${pigeonholes}` +
    `<path d="M338 350 C338 290 380 268 420 268 H780 C820 268 862 290 862 350Z" fill="${pen.fade(90, lift(main, 0.35), sink(main, 0.2))}"/>${times(6, (index) => `<path d="M${341 + index} ${346 - index * 13} H${859 - index}" stroke="${sink(main, 0.4)}" stroke-width="3" opacity="0.6"/>`)}<circle cx="480" cy="340" r="7" fill="${accent}"/><circle cx="720" cy="340" r="7" fill="${accent}"/>` +
    `<rect x="300" y="452" width="600" height="24" rx="4" fill="${pen.lying(lift(main, 0.1))}"/><rect x="440" y="444" width="320" height="10" fill="${second}"/>` +
    `<rect x="318" y="476" width="176" height="250" fill="${front}"/><rect x="706" y="476" width="176" height="250" fill="${pen.fade(20, main, sink(main, 0.4))}"/><rect x="494" y="476" width="212" height="58" fill="${front}"/><path d="M494 534 H706 V560 Q600 520 494 560Z" fill="${sink(main, 0.35)}"/><rect x="494" y="560" width="212" height="166" fill="${sink(main, 0.75)}" opacity="0.55"/>` +
    times(3, (index) => drawer(332, 490 + index * 78, 148, 66)) +
    times(3, (index) => drawer(720, 490 + index * 78, 148, 66)) +
    drawer(510, 486, 180, 40) +
    `<rect x="310" y="722" width="192" height="26" rx="4" fill="${pen.lying(sink(main, 0.1))}"/><rect x="698" y="722" width="192" height="26" rx="4" fill="${pen.lying(sink(main, 0.1))}"/>` +
    `<path d="M520 250 q0 -20 26 -20 h60 q26 0 26 20z" fill="${pen.flat("#7d3b34")}"/><rect x="526" y="206" width="104" height="24" rx="4" fill="${pen.flat(second)}"/><rect x="700" y="188" width="12" height="62" fill="${pen.round(accent)}"/><path d="M650 190 q56 -66 112 0Z" fill="${pen.fade(60, lift(second, 0.3), sink(second, 0.2))}"/>`
  );
}

/** A pair of three-armed candelabra, lit. */
export function candelabra(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const candle = (x: number, y: number, height: number) =>
    `<circle cx="${x}" cy="${y - height - 30}" r="80" fill="${pen.glow(0.5, 0.5, 0.5, [0, "#ffe9a8", 0.85], [1, "#ffd27a", 0])}"/><path d="M${x} ${y - height - 62} q20 32 0 52 q-20 -20 0 -52Z" fill="${pen.fade(90, "#fff6c9", "#ffb347")}"/><path d="M${x} ${y - height} v-14" stroke="#4b3a33" stroke-width="3"/><rect x="${x - 13}" y="${y - height}" width="26" height="${height}" rx="5" fill="${pen.round(second)}"/><path d="M${x - 26} ${y} h52 l-10 18 h-32z" fill="${pen.round(main)}"/>`;
  const one = (x: number, s: number) => {
    const arms = [-1, 1]
      .map(
        (side) =>
          `<path d="M${x} 486 C${x + side * 30} 560 ${x + side * 120} 540 ${x + side * 116} 420" fill="none" stroke="${pen.metal(main)}" stroke-width="14" stroke-linecap="round"/>`,
      )
      .join("");
    return `<g transform="translate(${n(x - x * s)} ${n(748 - 748 * s)}) scale(${s})">${pen.contact(x, 750, 130, 18, 0.6)}${arms}<path d="M${x - 12} 380 h24 l6 120 q22 30 -4 60 l6 120 h-40 l6 -120 q-26 -30 -4 -60z" fill="${pen.round(main)}"/><circle cx="${x}" cy="500" r="26" fill="${pen.ball(accent)}"/><path d="M${x - 90} 746 q10 -50 72 -66 h36 q62 16 72 66z" fill="${pen.round(main)}"/><rect x="${x - 98}" y="738" width="196" height="14" rx="7" fill="${pen.lying(main)}"/>${candle(x - 116, 408, 120)}${candle(x + 116, 408, 96)}${candle(x, 372, 140)}</g>`;
  };
  return one(760, 0.84) + one(470, 1);
}

/** A looking glass in a gilded frame, on the wall. */
export function mirror(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const outer = '<ellipse cx="600" cy="430" rx="226" ry="298"/>';
  const leaf = times(36, (index) => {
    const turn = (index * Math.PI) / 18;
    const [x, y] = [600 + 214 * Math.cos(turn), 430 + 286 * Math.sin(turn)];
    return `<path transform="translate(${n(x)} ${n(y)}) rotate(${index * 10 + 90})" d="M0 26 C-22 8 -16 -20 0 -34 C16 -20 22 8 0 26Z" fill="${pen.metal(index % 2 ? main : lift(main, 0.14))}" stroke="${sink(main, 0.4)}" stroke-width="1.5"/>`;
  });
  return (
    pen.cast(outer, 26, 34, 26, 0.5) +
    `<path d="M600 60 C560 70 548 110 520 118 C560 140 640 140 680 118 C652 110 640 70 600 60Z" fill="${pen.metal(main)}"/><circle cx="600" cy="104" r="17" fill="${pen.ball(accent)}"/>` +
    leaf +
    `<ellipse cx="600" cy="430" rx="200" ry="272" fill="${pen.metal(main, 30)}"/><ellipse cx="600" cy="430" rx="182" ry="254" fill="${sink(main, 0.5)}"/><ellipse cx="600" cy="430" rx="174" ry="246" fill="${pen.fade(60, lift(second, 0.6), lift(second, 0.2), [0.7, second], sink(second, 0.25))}"/>` +
    pen.clip(
      '<ellipse cx="600" cy="430" rx="174" ry="246"/>',
      `<path d="M420 560 L700 160 h70 L420 660Z M420 740 L790 220 h26 L440 760Z" fill="#fff" opacity="0.28"/><path d="M410 700 C520 600 660 640 790 560 V700 H410Z" fill="${sink(second, 0.3)}" opacity="0.25"/>`,
    )
  );
}
