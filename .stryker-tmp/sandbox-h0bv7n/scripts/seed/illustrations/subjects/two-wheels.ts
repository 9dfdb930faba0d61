/** What one rides, and one thing that one sails. Wheels stand at y 750. */
// @ts-nocheck

import { lift, sink } from "../colour.ts";
import { around, type Pen, times } from "../pen.ts";

function spokedWheel(pen: Pen, cx: number, cy: number, r: number, tyre: number, rim: string, spokes: number): string {
  return (
    `<circle cx="${cx}" cy="${cy}" r="${r - tyre / 2}" fill="none" stroke="#25212c" stroke-width="${tyre}"/><path d="M${cx - r * 0.72} ${cy - r * 0.66} A${r * 0.97} ${r * 0.97} 0 0 1 ${cx + r * 0.3} ${cy - r * 0.92}" fill="none" stroke="#6a6473" stroke-width="${tyre * 0.22}" opacity="0.8"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${r - tyre - 4}" fill="none" stroke="${pen.metal(rim)}" stroke-width="8"/>` +
    around(
      spokes,
      cx,
      cy,
      () =>
        `<path d="M${cx} ${cy} L${cx + r * 0.1} ${cy - r + tyre + 6}" stroke="${lift(rim, 0.1)}" stroke-width="2" opacity="0.9"/>`,
    ) +
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.13}" fill="${pen.metal(rim)}"/>`
  );
}

/** A café racer with a bare engine. */
export function motorcycle(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const steel = "#c4c9cf";
  const tank =
    "M470 500 C480 452 540 436 610 440 C668 444 706 464 712 490 C700 520 640 528 560 526 C520 526 486 524 470 500Z";
  const fins = times(
    6,
    (index) =>
      `<rect x="${548 - index}" y="${546 + index * 13}" width="${96 + index * 2}" height="8" rx="4" fill="${index % 2 ? steel : sink(steel, 0.2)}"/>`,
  );
  return (
    pen.contact(600, 752, 400, 24, 0.7) +
    spokedWheel(pen, 372, 632, 118, 26, steel, 22) +
    spokedWheel(pen, 848, 632, 118, 26, steel, 22) +
    `<path d="M470 508 L372 632 H560" fill="none" stroke="#2b2731" stroke-width="15" stroke-linejoin="round"/><path d="M500 520 L560 668 H690 L742 486" fill="none" stroke="#2b2731" stroke-width="14" stroke-linejoin="round"/>` +
    `<path d="M744 452 L848 632" stroke="${sink(steel, 0.1)}" stroke-width="18" stroke-linecap="round"/><path d="M740 448 L800 552" stroke="#2b2731" stroke-width="26" stroke-linecap="round"/>` +
    `<path d="M742 536 a132 132 0 0 1 148 -36" fill="none" stroke="${main}" stroke-width="13" stroke-linecap="round"/><path d="M296 528 a126 126 0 0 1 150 -4" fill="none" stroke="${main}" stroke-width="13" stroke-linecap="round"/>` +
    `<path d="M540 536 H652 L664 620 H532Z" fill="${pen.fade(0, sink(steel, 0.3), steel, sink(steel, 0.45))}"/>${fins}<circle cx="588" cy="654" r="50" fill="${pen.metal(steel)}"/><circle cx="588" cy="654" r="32" fill="${pen.ball(sink(steel, 0.1))}"/><rect x="620" y="616" width="82" height="64" rx="18" fill="${pen.metal(sink(steel, 0.12))}"/><circle cx="662" cy="648" r="20" fill="${sink(steel, 0.45)}"/>` +
    `<path d="M648 560 C706 566 716 620 692 668 C680 696 650 702 610 702 L330 706" fill="none" stroke="${pen.lying(lift(steel, 0.2))}" stroke-width="21" stroke-linecap="round"/><path d="M300 694 L470 690 V718 L300 720 q-10 -12 0 -26Z" fill="${pen.lying(lift(steel, 0.2))}"/>` +
    `<path d="M300 502 C296 470 318 462 352 474 C400 490 440 492 484 496 L476 526 H372 C336 526 304 524 300 502Z" fill="${pen.fade(90, lift(second, 0.22), second, sink(second, 0.4))}"/>${times(7, (index) => `<path d="M${352 + index * 18} 482 v38" stroke="${sink(second, 0.5)}" stroke-width="3" opacity="0.6"/>`)}` +
    `<path d="${tank}" fill="${pen.fade(90, [0, lift(main, 0.4)], [0.4, main], [1, sink(main, 0.5)])}"/><path d="M486 494 C520 478 640 474 704 486" fill="none" stroke="${accent}" stroke-width="9"/><path d="M500 474 C540 452 610 450 660 462" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.6"/><rect x="584" y="428" width="36" height="14" rx="6" fill="${pen.metal(steel)}"/>` +
    `<path d="M740 450 L716 418 L676 424" fill="none" stroke="#2b2731" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/><path d="M716 418 l14 -42" stroke="${steel}" stroke-width="5"/><ellipse cx="736" cy="366" rx="24" ry="15" fill="${pen.metal(steel)}"/>` +
    `<circle cx="786" cy="440" r="42" fill="${pen.ball("#2e2935")}"/><path d="M796 400 a42 42 0 0 1 0 80 q22 -40 0 -80Z" fill="${pen.ball("#ffefb8")}" stroke="${steel}" stroke-width="5"/><circle cx="742" cy="424" r="16" fill="#18151d" stroke="${steel}" stroke-width="5"/><rect x="286" y="488" width="20" height="20" rx="6" fill="${accent}"/>`
  );
}

/** A steel-bodied scooter. */
export function scooter(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const paint = pen.fade(70, lift(main, 0.4), [0.4, main], sink(main, 0.4));
  return (
    pen.contact(610, 752, 350, 24, 0.7) +
    `<circle cx="402" cy="684" r="66" fill="#25212c"/><circle cx="402" cy="684" r="36" fill="${pen.metal("#e8e4da")}"/><circle cx="836" cy="684" r="66" fill="#25212c"/><circle cx="836" cy="684" r="36" fill="${pen.metal("#e8e4da")}"/>` +
    `<path d="M806 690 L758 430" stroke="${sink(main, 0.2)}" stroke-width="22" stroke-linecap="round"/>` +
    `<path d="M752 652 C752 612 798 586 846 590 C898 594 926 632 928 674 C890 640 790 640 752 652Z" fill="${paint}"/>` +
    `<path d="M742 360 C716 400 704 480 716 560 C722 620 716 660 684 682 H520 L510 714 H700 C752 712 782 672 784 610 C784 520 772 430 768 366Z" fill="${paint}"/><path d="M752 372 C736 430 732 520 744 600" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity="0.5"/>` +
    `<path d="M276 640 C270 556 330 516 420 512 C510 508 560 540 566 600 C568 650 560 690 540 714 H452 C456 668 430 636 394 638 C356 640 336 668 330 700 C300 694 280 670 276 640Z" fill="${paint}"/><path d="M320 574 C356 536 440 528 504 544" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity="0.5"/><path d="M372 580 h110 M372 600 h110 M372 620 h110" stroke="${sink(main, 0.5)}" stroke-width="6" stroke-linecap="round" opacity="0.75"/>` +
    `<path d="M318 500 C330 470 380 462 430 470 C480 476 540 474 566 492 C574 510 560 522 530 522 H350 C326 522 314 514 318 500Z" fill="${pen.fade(90, lift(second, 0.3), second, sink(second, 0.35))}"/><path d="M432 474 v46" stroke="${sink(second, 0.45)}" stroke-width="4"/>` +
    `<path d="M756 352 L700 334" stroke="#2b2731" stroke-width="14" stroke-linecap="round"/><path d="M722 326 C742 300 800 304 816 336 C820 358 800 374 770 374 C744 372 724 352 722 326Z" fill="${paint}"/><circle cx="806" cy="342" r="25" fill="${pen.ball("#fff0c0")}" stroke="#d9dde2" stroke-width="6"/><path d="M742 312 L716 268" stroke="#c9cdd2" stroke-width="5"/><circle cx="708" cy="256" r="21" fill="${pen.metal("#d9dde2")}"/>` +
    `<rect x="540" y="694" width="150" height="12" rx="5" fill="${accent}"/><rect x="270" y="598" width="16" height="34" rx="6" fill="#d8412f"/><rect x="236" y="707" width="120" height="18" rx="9" fill="${pen.lying("#c9cdd2")}"/>`
  );
}

/** A steel racing bicycle with drop handlebars. */
export function bicycle(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const tube = (d: string, width: number, colour = main) =>
    `<path d="${d}" fill="none" stroke="${sink(colour, 0.3)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="${width - 5}" stroke-linecap="round" stroke-linejoin="round" transform="translate(-1.5 -1.5)"/><path d="${d}" fill="none" stroke="${lift(colour, 0.55)}" stroke-width="3" stroke-linecap="round" transform="translate(-3 -3)" opacity="0.7"/>`;
  return (
    pen.contact(382, 752, 130, 16, 0.55) +
    pen.contact(836, 752, 130, 16, 0.55) +
    spokedWheel(pen, 376, 592, 158, 12, "#c9cdd2", 30) +
    spokedWheel(pen, 838, 592, 158, 12, "#c9cdd2", 30) +
    tube("M376 592 L566 600", 13) +
    tube("M376 592 L508 372", 11) +
    tube("M566 600 L492 322", 17) +
    tube("M566 600 L762 398", 19) +
    tube("M510 376 L756 372", 17) +
    tube("M748 336 L772 412", 20) +
    tube("M772 412 C790 470 800 520 838 592", 13, sink(main, 0.06)) +
    `<path d="M634 533 L694 471" stroke="${accent}" stroke-width="16"/><path d="M484 322 v-30" stroke="#c9cdd2" stroke-width="12"/>` +
    `<path d="M412 276 C450 264 500 274 556 282 C566 286 562 296 550 296 C510 296 470 314 430 306 C410 300 402 284 412 276Z" fill="${pen.fade(90, lift(second, 0.25), second, sink(second, 0.35))}"/>` +
    `<path d="M748 336 L742 306 H806 C852 306 868 340 852 370 C844 386 826 392 806 388" fill="none" stroke="${sink(second, 0.12)}" stroke-width="15" stroke-linecap="round" stroke-linejoin="round"/><path d="M826 312 C846 330 846 350 838 372" fill="none" stroke="#d5d8dc" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M376 578 L566 552 M376 606 L566 648" stroke="#3a3541" stroke-width="5"/><circle cx="566" cy="600" r="48" fill="none" stroke="${pen.metal("#c9cdd2")}" stroke-width="9"/>${around(5, 566, 600, () => '<path d="M566 600 V556" stroke="#b5bac0" stroke-width="8"/>')}<path d="M566 600 L612 676" stroke="${pen.metal("#d5d8dc")}" stroke-width="13" stroke-linecap="round"/><rect x="588" y="676" width="58" height="13" rx="5" fill="#2b2731"/><circle cx="376" cy="592" r="24" fill="${pen.metal("#b5bac0")}"/>`
  );
}

/** A wooden sloop under sail, with its reflection. */
export function sailboat(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const seam = times(
    6,
    (index) =>
      `<path d="M${566 - index * 6} ${246 + index * 70} Q${680 + index * 12} ${272 + index * 66} ${718 + index * 26} ${250 + index * 68}" fill="none" stroke="${sink(second, 0.25)}" stroke-width="2" opacity="0.4"/>`,
  );
  const mainsail = "M566 150 C700 300 820 470 884 640 C780 664 660 662 566 648Z";
  const jib = "M548 190 C480 330 390 500 310 642 C390 660 470 656 548 644Z";
  const hull = "M258 684 C420 700 780 702 946 678 C930 742 880 784 812 790 H404 C330 788 280 744 258 684Z";
  return (
    `<g transform="matrix(1 0 0 -0.24 0 972)" opacity="0.35"><path d="${mainsail}" fill="${second}"/><path d="${jib}" fill="${lift(second, 0.3)}"/><path d="${hull}" fill="${main}"/></g>` +
    `<path d="${mainsail}" fill="${pen.fade(0, lift(second, 0.5), [0.5, second], sink(second, 0.2))}"/>${pen.clip(`<path d="${mainsail}"/>`, seam)}<path d="${jib}" fill="${pen.fade(0, sink(second, 0.14), lift(second, 0.55))}"/>` +
    `<rect x="550" y="120" width="14" height="560" rx="5" fill="${pen.round("#9b6a42")}"/><path d="M564 652 L900 644" stroke="#8a5a36" stroke-width="13" stroke-linecap="round"/><path d="M557 124 L254 690 M560 124 L946 682" stroke="#3a3541" stroke-width="2.5" opacity="0.7"/><path d="M564 122 l60 16 l-60 20Z" fill="${accent}"/>` +
    `<path d="M640 678 C646 650 668 642 700 642 H786 C806 642 816 656 820 676Z" fill="${pen.flat("#c8935f")}"/><circle cx="700" cy="660" r="9" fill="#4b6b7c"/><circle cx="736" cy="660" r="9" fill="#4b6b7c"/><circle cx="772" cy="660" r="9" fill="#4b6b7c"/>` +
    `<path d="${hull}" fill="${pen.fade(90, lift(main, 0.25), [0.4, main], sink(main, 0.4))}"/><path d="M258 684 C420 700 780 702 946 678 l-5 16 C780 718 420 716 264 700Z" fill="${lift(accent, 0.2)}"/><path d="M300 742 C440 766 800 766 914 738" fill="none" stroke="${lift(main, 0.5)}" stroke-width="4" opacity="0.6"/>` +
    `<path d="M230 790 Q420 766 610 790 T990 786 L960 812 Q600 826 250 812Z" fill="#fff" opacity="0.35"/>`
  );
}
