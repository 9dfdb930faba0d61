/** What is worn and hangs on a hanger or a form. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { n, type Pen, times } from "../pen.ts";

const hanger = (pen: Pen) =>
  `<path d="M600 150 v-26 q0 -26 24 -26 q24 2 20 -24" fill="none" stroke="#8d939b" stroke-width="8" stroke-linecap="round"/><path d="M430 226 L600 150 L770 226" fill="none" stroke="${pen.fade(0, "#c48f5c", "#8b5e39")}" stroke-width="20" stroke-linecap="round" stroke-linejoin="round"/>`;
const rail = (pen: Pen) => `<rect x="-10" y="52" width="1220" height="16" rx="8" fill="${pen.lying("#b7bcc3")}"/>`;

/** A belted trench coat on a hanger. */
export function coat(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const body =
    "M500 196 C450 210 420 226 404 246 L340 560 L392 574 L436 400 L444 500 L404 800 H796 L756 500 L764 400 L808 574 L860 560 L796 246 C780 226 750 210 700 196 L640 180 H560Z";
  const button = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="11" fill="${pen.ball(second)}"/><circle cx="${x}" cy="${y}" r="3" fill="${sink(second, 0.6)}"/>`;
  return (
    rail(pen) +
    hanger(pen) +
    pen.cast(`<path d="${body}"/>`, 46, 26, 22, 0.4) +
    `<path d="${body}" fill="${pen.fade(12, lift(main, 0.22), main, sink(main, 0.32))}"/>` +
    `<path d="M404 246 L340 560 L392 574 L440 380Z" fill="${pen.fade(10, lift(main, 0.16), sink(main, 0.12))}"/><path d="M796 246 L860 560 L808 574 L760 380Z" fill="${pen.fade(10, sink(main, 0.14), sink(main, 0.36))}"/><path d="M352 516 l50 12 M848 516 l-50 12" stroke="${sink(main, 0.4)}" stroke-width="9"/>` +
    `<path d="M600 330 L616 800 H796 L758 520Z" fill="${sink(main, 0.2)}" opacity="0.45"/><path d="M500 560 L470 800 M700 560 L734 800 M560 580 L546 800" stroke="${sink(main, 0.35)}" stroke-width="4" opacity="0.5"/>` +
    `<path d="M520 190 L470 260 L520 300 L486 330 L600 480 L600 300Z" fill="${pen.fade(20, lift(main, 0.34), main)}" stroke="${sink(main, 0.3)}" stroke-width="3"/><path d="M680 190 L730 260 L680 300 L714 330 L604 480 L600 300Z" fill="${pen.fade(20, main, sink(main, 0.2))}" stroke="${sink(main, 0.35)}" stroke-width="3"/><path d="M540 184 L600 300 L660 184 Q600 206 540 184Z" fill="${accent}"/><path d="M540 184 Q600 210 660 184 L640 172 H560Z" fill="${sink(main, 0.4)}"/>` +
    button(548, 420) +
    button(660, 420) +
    button(556, 600) +
    button(668, 600) +
    `<path d="M440 492 Q600 520 760 492 L764 536 Q600 564 436 536Z" fill="${pen.fade(0, lift(main, 0.12), main, sink(main, 0.35))}" stroke="${sink(main, 0.35)}" stroke-width="3"/><rect x="566" y="498" width="70" height="58" rx="9" fill="none" stroke="${pen.flat(second)}" stroke-width="12"/><path d="M636 520 L700 640 L664 652 L620 540Z" fill="${pen.fade(20, main, sink(main, 0.3))}" stroke="${sink(main, 0.35)}" stroke-width="3"/>` +
    `<path d="M462 620 l66 -14 l4 26 l-66 14z M738 620 l-66 -14 l-4 26 l66 14z" fill="${sink(main, 0.14)}" stroke="${sink(main, 0.35)}" stroke-width="3"/>`
  );
}

const zip = (d: string) =>
  `<path d="${d}" fill="none" stroke="#8f959d" stroke-width="12"/><path d="${d}" fill="none" stroke="#e7e9ec" stroke-width="7" stroke-dasharray="3 5"/>`;

/** A biker's jacket, zip aslant. */
export function jacket(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const body =
    "M506 200 C456 214 424 234 410 262 L338 620 L412 640 L446 470 L440 700 H760 L754 470 L788 640 L862 620 L790 262 C776 234 744 214 694 200 L640 182 H560Z";
  return (
    rail(pen) +
    hanger(pen) +
    pen.cast(`<path d="${body}"/>`, 46, 26, 22, 0.42) +
    `<path d="${body}" fill="${pen.fade(14, lift(main, 0.26), main, sink(main, 0.4))}"/><path d="M410 262 L338 620 L412 640 L452 420Z" fill="${pen.fade(5, lift(main, 0.22), [0.5, main], sink(main, 0.2))}"/><path d="M790 262 L862 620 L788 640 L748 420Z" fill="${pen.fade(5, sink(main, 0.1), [0.4, lift(main, 0.1)], sink(main, 0.4))}"/>` +
    `<path d="M560 182 L600 300 L640 182 Q600 202 560 182Z" fill="${accent}"/><path d="M520 196 L440 300 L500 330 L478 372 L560 470 L606 300Z" fill="${pen.fade(30, lift(main, 0.34), main)}" stroke="${sink(main, 0.5)}" stroke-width="3"/><path d="M680 196 L760 300 L700 330 L722 372 L650 470 L600 300Z" fill="${pen.fade(30, lift(main, 0.12), sink(main, 0.2))}" stroke="${sink(main, 0.5)}" stroke-width="3"/>` +
    zip("M560 470 L606 690") +
    zip("M470 560 L546 520") +
    zip("M664 520 L736 566") +
    zip("M640 420 L716 402") +
    zip("M352 566 L392 576") +
    zip("M848 566 L808 576") +
    `<path d="M440 660 H760 V704 H440Z" fill="${pen.fade(0, lift(main, 0.16), main, sink(main, 0.4))}" stroke="${sink(main, 0.5)}" stroke-width="3"/><rect x="500" y="654" width="60" height="56" rx="7" fill="none" stroke="${pen.metal("#d3d7dc")}" stroke-width="9"/><path d="M430 244 q40 -20 84 -26 l10 16 q-46 6 -86 28z M770 244 q-40 -20 -84 -26 l-10 16 q46 6 86 28z" fill="${sink(main, 0.25)}" stroke="${lift(main, 0.2)}" stroke-width="2"/>${[
      [448, 240],
      [752, 240],
      [470, 290],
      [730, 290],
      [494, 366],
      [706, 366],
    ]
      .map(([x = 0, y = 0]) => `<circle cx="${x}" cy="${y}" r="6" fill="${pen.ball("#d3d7dc")}"/>`)
      .join("")}<path d="M606 690 l10 30 q-8 12 -16 0z" fill="${second}"/>` +
    `<path d="M424 300 L376 560 M470 400 C460 480 460 560 466 640" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity="0.18"/>`
  );
}

/** An evening gown on a dressmaker's form. */
export function gown(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const skirt = "M540 430 C520 520 440 640 380 790 Q600 836 820 790 C760 640 680 520 660 430Z";
  const folds = times(9, (index) => {
    const x = 404 + index * 49;
    return `<path d="M${556 + index * 11} 450 C${n(556 + index * 11 + (x - 600) * 0.2)} 580 ${x} 690 ${x} ${798 + 14 * Math.sin((index / 8) * Math.PI)}" fill="none" stroke="${index % 2 ? sink(main, 0.35) : lift(main, 0.3)}" stroke-width="${index % 2 ? 7 : 4}" opacity="0.45"/>`;
  });
  const bodice =
    "M520 250 C530 230 560 240 600 262 C640 240 670 230 680 250 C692 300 664 350 660 432 H540 C536 350 508 300 520 250Z";
  return (
    pen.contact(600, 812, 250, 24, 0.55) +
    pen.cast(`<path d="${skirt}"/><path d="${bodice}"/>`, 50, 14, 22, 0.36) +
    `<path d="M566 130 C566 176 560 196 530 206 C506 216 512 240 520 260 H680 C688 240 694 216 670 206 C640 196 634 176 634 130Z" fill="${pen.round(second)}"/><ellipse cx="600" cy="128" rx="35" ry="10" fill="${lift(second, 0.35)}"/><path d="M588 128 v-20 q12 -18 24 0 v20z" fill="${pen.round("#8b5e39")}"/>` +
    `<path d="${skirt}" fill="${pen.fade(0, sink(main, 0.2), [0.3, lift(main, 0.22)], [0.55, main], sink(main, 0.4))}"/>${pen.clip(`<path d="${skirt}"/>`, folds)}` +
    `<path d="${bodice}" fill="${pen.fade(0, sink(main, 0.12), [0.32, lift(main, 0.28)], main, sink(main, 0.36))}"/><path d="M600 262 V432 M560 250 C556 310 566 370 572 432 M640 250 C644 310 634 370 628 432" stroke="${sink(main, 0.35)}" stroke-width="3" fill="none" opacity="0.6"/><path d="M536 414 H664 L666 442 H534Z" fill="${pen.flat(accent)}"/><path d="M600 428 C560 400 520 410 530 434 C540 452 574 444 600 430 C626 444 660 452 670 434 C680 410 640 400 600 428Z" fill="${pen.flat(accent)}"/><path d="M596 436 L560 560 L584 552 L602 450 L622 556 L646 560 L606 436Z" fill="${sink(accent, 0.12)}"/>` +
    times(38, () => {
      const y = pen.random.whole(560, 790);
      const half = 60 + (y - 430) * 0.42;
      return `<circle cx="${n(600 + pen.random.between(-half, half))}" cy="${y}" r="${n(pen.random.between(1.4, 3.6))}" fill="#fff" opacity="${n(pen.random.between(0.4, 0.95))}"/>`;
    })
  );
}

const crane = (x: number, y: number, s: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"><path d="M0 0 C-20 -50 -80 -80 -130 -70 C-90 -60 -60 -20 -50 10Z" fill="#fff8ec"/><path d="M0 0 C30 -50 90 -70 140 -40 C96 -40 60 -10 44 16Z" fill="#fff8ec"/><path d="M-50 10 C-20 -6 30 -6 44 16 C20 34 -20 34 -50 10Z" fill="#f4e8d4"/><path d="M40 10 C60 6 70 -20 92 -22" fill="none" stroke="#fff8ec" stroke-width="9" stroke-linecap="round"/><circle cx="94" cy="-24" r="8" fill="#c9342c"/><path d="M100 -24 l24 4 l-22 5z" fill="#2a2430"/><path d="M-48 12 l-40 20" stroke="#2a2430" stroke-width="5"/></g>`;

/** A kimono spread on its rack. */
export function kimono(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const body = "M470 170 L240 196 V500 H436 V806 H764 V500 H960 V196 L730 170 L640 150 H560Z";
  const waves = times(11, (row) =>
    times(9, (column) => {
      const [x, y] = [440 + column * 44 + (row % 2) * 22, 640 + row * 18];
      return `<path d="M${x - 22} ${y} a22 22 0 0 1 44 0" fill="${mix(second, main, 0.25)}" stroke="#fff8ec" stroke-width="2.4"/><path d="M${x - 12} ${y} a12 12 0 0 1 24 0" fill="none" stroke="#fff8ec" stroke-width="1.8"/>`;
    }),
  );
  const blossom = (x: number, y: number, s: number) =>
    `<g transform="translate(${x} ${y}) scale(${s})">${[0, 72, 144, 216, 288].map((turn) => `<path transform="rotate(${turn})" d="M0 0 C-18 -12 -14 -34 0 -36 C14 -34 18 -12 0 0Z" fill="${lift(accent, 0.35)}"/>`).join("")}<circle r="7" fill="${accent}"/></g>`;
  return (
    `<rect x="180" y="150" width="840" height="16" rx="8" fill="${pen.lying("#2b2228")}"/><rect x="252" y="150" width="14" height="660" fill="${pen.round("#2b2228")}" opacity="0"/>` +
    pen.cast(`<path d="${body}"/>`, 34, 26, 20, 0.4) +
    `<path d="${body}" fill="${pen.fade(20, lift(main, 0.12), main, sink(main, 0.25))}"/>` +
    pen.clip(
      `<path d="${body}"/>`,
      `${waves}${crane(350, 340, 0.72, -8)}${crane(850, 380, 0.72, 12)}${crane(600, 560, 0.66, -4)}${blossom(300, 450, 0.9)}${blossom(400, 240, 0.7)}${blossom(800, 250, 0.9)}${blossom(900, 460, 0.8)}${blossom(520, 470, 0.7)}${blossom(690, 480, 0.8)}${blossom(270, 260, 0.6)}`,
    ) +
    `<path d="M436 200 V500 M764 200 V500" stroke="${sink(main, 0.45)}" stroke-width="4"/><path d="M560 150 L600 250 L640 150 L668 158 L634 520 L620 806 H580 L566 520 L532 158Z" fill="${pen.fade(0, lift(accent, 0.1), sink(accent, 0.2))}"/><path d="M560 150 Q600 176 640 150 L600 252Z" fill="${sink(main, 0.6)}"/><path d="M600 250 L590 806" stroke="${sink(main, 0.4)}" stroke-width="4"/><path d="M240 480 H436 M764 480 H960" stroke="${accent}" stroke-width="9"/>`
  );
}

/** A felt hat with a ribbon. */
export function hat(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  return (
    pen.contact(600, 744, 400, 34, 0.55) +
    pen.cast('<ellipse cx="600" cy="640" rx="380" ry="86"/>', 30, 50, 24, 0.3) +
    `<path d="M210 640 C260 560 400 530 600 530 C800 530 940 560 990 640 C1000 700 820 742 600 742 C380 742 200 700 210 640Z" fill="${pen.fade(80, lift(main, 0.24), main, sink(main, 0.35))}"/><path d="M210 640 C260 700 420 722 600 722 C780 722 940 700 990 640 C1000 700 820 742 600 742 C380 742 200 700 210 640Z" fill="${sink(main, 0.4)}"/>` +
    `<path d="M372 620 C380 470 400 330 470 300 C540 280 560 330 600 330 C640 330 664 276 734 298 C800 322 824 470 830 620 Q600 690 372 620Z" fill="${pen.fade(5, sink(main, 0.1), [0.3, lift(main, 0.3)], [0.6, main], sink(main, 0.4))}"/><path d="M520 310 C560 380 570 420 566 470 M690 306 C650 372 636 420 640 470" fill="none" stroke="${sink(main, 0.4)}" stroke-width="12" stroke-linecap="round" opacity="0.35"/>` +
    `<path d="M374 600 C376 570 378 548 382 522 Q600 590 820 522 C824 548 828 570 829 600 Q830 612 830 622 Q600 692 372 622Z" fill="${pen.fade(0, sink(second, 0.2), [0.3, lift(second, 0.2)], second, sink(second, 0.4))}"/><path d="M400 536 L376 620 L430 634 L444 550Z" fill="${sink(second, 0.25)}"/><path d="M420 560 C440 470 500 400 560 370 C540 440 500 530 436 596Z" fill="${pen.fade(60, lift(accent, 0.4), accent, sink(accent, 0.3))}"/><path d="M424 590 C460 500 510 430 556 376" stroke="${sink(accent, 0.45)}" stroke-width="3" fill="none"/>`
  );
}
