/** Cars and what else has an engine room and a roof, from the side, facing right. They stand at y 750. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { around, type Pen, times } from "../pen.ts";

/** A tyre with a rim: `spokes` for wire wheels, `cap` for a polished hubcap, `alloy` for five arms. */
export function wheel(
  pen: Pen,
  cx: number,
  cy: number,
  r: number,
  rim: "spokes" | "cap" | "alloy",
  tint = "#d5d8dc",
): string {
  const tyre = `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${pen.glow(0.4, 0.35, 0.7, "#4a4552", [0.6, "#2b2833"], "#17141d")}"/><circle cx="${cx}" cy="${cy}" r="${r * 0.86}" fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="3"/>`;
  const hub = r * 0.64;
  const plate = `<circle cx="${cx}" cy="${cy}" r="${hub}" fill="${pen.metal(tint)}"/>`;
  if (rim === "spokes") {
    return (
      tyre +
      plate +
      `<circle cx="${cx}" cy="${cy}" r="${hub * 0.88}" fill="#3a3642"/>` +
      around(
        18,
        cx,
        cy,
        () =>
          `<path d="M${cx} ${cy} L${cx + hub * 0.16} ${cy - hub * 0.9}" stroke="${lift(tint, 0.2)}" stroke-width="2.4"/>`,
      ) +
      `<circle cx="${cx}" cy="${cy}" r="${hub * 0.24}" fill="${pen.metal(tint)}"/>`
    );
  }
  if (rim === "alloy") {
    return (
      tyre +
      `<circle cx="${cx}" cy="${cy}" r="${hub}" fill="#26232d"/>` +
      around(
        5,
        cx,
        cy,
        () =>
          `<path d="M${cx - hub * 0.14} ${cy} L${cx - hub * 0.24} ${cy - hub * 0.95} H${cx + hub * 0.24} L${cx + hub * 0.14} ${cy}Z" fill="${pen.metal(tint)}"/>`,
      ) +
      `<circle cx="${cx}" cy="${cy}" r="${hub * 0.24}" fill="${sink(tint, 0.3)}"/><circle cx="${cx}" cy="${cy}" r="${hub * 0.97}" fill="none" stroke="${tint}" stroke-width="5"/>`
    );
  }
  return (
    tyre +
    plate +
    `<circle cx="${cx}" cy="${cy}" r="${hub * 0.72}" fill="${pen.ball(tint)}"/><circle cx="${cx}" cy="${cy}" r="${hub * 0.98}" fill="none" stroke="#fff" stroke-width="3" opacity="0.7"/>`
  );
}

function arch(cx: number, cy: number, r: number): string {
  return `<path d="M${cx - r} 702 V${cy} a${r} ${r} 0 0 1 ${r * 2} 0 V702Z" fill="#1c1722"/>`;
}

function ground(pen: Pen, from: number, to: number): string {
  return pen.contact((from + to) / 2, 750, (to - from) / 2 + 36, 26, 0.75);
}

/** An open two-seater with a long bonnet. */
export function roadster(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const chrome = "#d9dde2";
  const body =
    "M226 636 C222 604 236 580 290 570 C350 558 410 556 470 560 L648 560 C720 546 830 552 905 576 C958 592 984 616 986 650 C987 672 982 686 966 694 H244 C228 690 228 660 226 636Z";
  const paint = pen.fade(
    90,
    [0, lift(main, 0.42)],
    [0.2, lift(main, 0.08)],
    [0.45, main],
    [0.62, sink(main, 0.12)],
    [1, sink(main, 0.46)],
  );
  const seat = (x: number) =>
    `<path d="M${x} 566 C${x - 12} 520 ${x - 6} 498 ${x + 16} 498 C${x + 38} 498 ${x + 44} 524 ${x + 46} 566Z" fill="${pen.flat(second)}"/>`;
  return (
    ground(pen, 220, 985) +
    seat(478) +
    seat(536) +
    `<path d="M626 562 q-8 -26 -30 -34" stroke="#2a2430" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M574 512 l48 34" stroke="#2a2430" stroke-width="9" stroke-linecap="round"/>` +
    `<path d="M700 556 L636 470 L652 468 L728 554Z" fill="${pen.glass()}"/><path d="M702 557 L636 470" stroke="${chrome}" stroke-width="8" stroke-linecap="round"/>` +
    `<path d="${body}" fill="${paint}"/>` +
    `<path d="M442 562 C452 590 470 596 560 596 L640 596 C662 594 668 580 668 560 Z" fill="${sink(second, 0.5)}"/><path d="M436 566 C452 606 470 604 560 604 L646 604 C670 600 676 580 680 558" fill="none" stroke="${lift(main, 0.3)}" stroke-width="4"/>` +
    `<path d="M470 604 C466 640 474 672 486 690 H664 C672 660 676 630 668 600" fill="none" stroke="${sink(main, 0.5)}" stroke-width="3" opacity="0.7"/><rect x="500" y="618" width="34" height="7" rx="3" fill="${chrome}"/>` +
    `<path d="M232 630 C360 606 820 606 980 636" fill="none" stroke="${lift(main, 0.65)}" stroke-width="5" opacity="0.75"/>` +
    `<path d="M720 620 h70 M724 634 h66 M728 648 h62" stroke="${sink(main, 0.5)}" stroke-width="5" stroke-linecap="round"/>` +
    arch(372, 668, 92) +
    arch(842, 668, 92) +
    wheel(pen, 372, 670, 80, "spokes") +
    wheel(pen, 842, 670, 80, "spokes") +
    `<ellipse cx="950" cy="608" rx="16" ry="23" fill="${pen.ball("#fff3cf")}" stroke="${chrome}" stroke-width="5"/>` +
    `<path d="M922 672 H992 q14 0 14 9 t-14 9 H922Z M206 672 H280 V690 H206 q-10 -9 0 -18Z" fill="${pen.lying(chrome)}"/><rect x="222" y="622" width="14" height="26" rx="6" fill="${accent}"/>`
  );
}

/** A fastback grand tourer. */
export function coupe(pen: Pen): string {
  const { main, accent } = pen.inks;
  const body =
    "M212 640 C208 604 222 584 262 572 C340 548 402 512 458 478 C510 448 610 444 664 466 C716 488 752 530 786 552 C870 556 944 572 976 602 C996 622 998 662 990 690 H232 C216 684 216 660 212 640Z";
  const paint = pen.fade(
    90,
    [0, lift(main, 0.4)],
    [0.3, lift(main, 0.1)],
    [0.52, main],
    [0.68, sink(main, 0.14)],
    [1, sink(main, 0.5)],
  );
  const windows = "M384 552 C430 516 470 486 510 474 L588 468 V552Z M604 467 C650 466 690 488 740 552 H604Z";
  return (
    ground(pen, 210, 990) +
    `<path d="${body}" fill="${paint}"/><path d="M250 576 C340 552 402 512 458 480 C510 450 610 446 664 468" fill="none" stroke="${lift(main, 0.6)}" stroke-width="5" opacity="0.7"/>` +
    `<path d="${windows}" fill="${pen.fade(70, "#9fc3cf", "#33475c", "#1d2536")}"/><path d="M452 552 L500 476 h30 L484 552Z M640 552 L668 474 l22 14 L680 552Z" fill="#fff" opacity="0.2"/>` +
    `<path d="M594 466 V690 M594 560 H752 C768 600 770 650 764 690" fill="none" stroke="${sink(main, 0.55)}" stroke-width="3" opacity="0.7"/><rect x="614" y="584" width="44" height="8" rx="4" fill="${lift(main, 0.55)}"/>` +
    `<path d="M222 622 C400 598 800 598 986 620" fill="none" stroke="${lift(main, 0.55)}" stroke-width="4" opacity="0.65"/><path d="M470 664 H752" stroke="${accent}" stroke-width="7" opacity="0.9"/>` +
    arch(368, 666, 94) +
    arch(836, 666, 94) +
    wheel(pen, 368, 668, 82, "alloy") +
    wheel(pen, 836, 668, 82, "alloy") +
    `<path d="M930 592 q40 6 50 28 q-30 4 -56 -6Z" fill="${pen.ball("#fff6dc")}"/><path d="M214 604 q22 -6 34 0 v20 q-20 6 -36 2Z" fill="${pen.flat("#d43a34")}"/><path d="M912 682 H998 v12 H912Z M208 680 H284 v14 H214Z" fill="${sink(main, 0.62)}"/>`
  );
}

/** A round-nosed camper in two colours, with a board on the roof. */
export function camper(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const body = "M248 694 V424 C248 372 276 346 332 346 H820 C886 346 916 378 930 440 C944 500 952 560 952 622 V694Z";
  const lower = pen.fade(90, lift(main, 0.16), main, sink(main, 0.34));
  const pane = (x: number, width: number) =>
    `<rect x="${x}" y="402" width="${width}" height="96" rx="18" fill="${pen.fade(60, "#cfe6ea", "#6f98a6", "#3d566b")}" stroke="${sink(second, 0.25)}" stroke-width="5"/><path d="M${x + 12} 404 v54 q14 -8 20 -54Z M${x + width - 12} 404 v54 q-14 -8 -20 -54Z" fill="${lift(accent, 0.25)}"/><path d="M${x + width * 0.5} 404 l-26 92 h18 l26 -92Z" fill="#fff" opacity="0.22"/>`;
  return (
    ground(pen, 240, 950) +
    `<rect x="330" y="326" width="440" height="8" rx="4" fill="#8a6a4c"/>${times(5, (index) => `<rect x="${350 + index * 98}" y="322" width="8" height="28" fill="#6b5140"/>`)}` +
    `<path d="M290 312 C400 286 660 284 800 306 C812 310 810 318 796 320 C650 332 420 332 296 322 C286 320 284 315 290 312Z" fill="${pen.fade(90, lift(accent, 0.35), accent)}"/><path d="M300 315 H800" stroke="#fff" stroke-width="4" opacity="0.7"/>` +
    `<path d="${body}" fill="${pen.fade(90, lift(second, 0.4), second, sink(second, 0.12))}"/>` +
    pen.clip(
      `<path d="${body}"/>`,
      `<path d="M240 540 C500 526 700 530 812 540 C850 546 890 590 960 700 H240Z" fill="${lower}"/><path d="M240 540 C500 526 700 530 812 540 C850 546 890 590 960 700" fill="none" stroke="${lift(second, 0.6)}" stroke-width="7"/><path d="M250 346 V700" stroke="#fff" stroke-width="16" opacity="0.25"/>`,
    ) +
    pane(286, 130) +
    pane(434, 130) +
    pane(582, 130) +
    `<path d="M736 402 H826 C852 402 866 414 874 442 L888 498 H736Z" fill="${pen.fade(60, "#d6ecef", "#7ba3b0", "#3d566b")}" stroke="${sink(second, 0.25)}" stroke-width="5"/>` +
    `<path d="M724 388 V690 M576 388 V690 M430 510 V690" stroke="${sink(main, 0.45)}" stroke-width="3" opacity="0.5"/><rect x="742" y="560" width="36" height="8" rx="4" fill="#e8e4dc"/><rect x="540" y="560" width="8" height="34" rx="4" fill="#e8e4dc"/>` +
    arch(380, 678, 82) +
    arch(828, 678, 82) +
    wheel(pen, 380, 680, 70, "cap", "#f0ece2") +
    wheel(pen, 828, 680, 70, "cap", "#f0ece2") +
    `<circle cx="936" cy="588" r="24" fill="${pen.ball("#fff1c4")}" stroke="#d9dde2" stroke-width="6"/><rect x="242" y="600" width="12" height="30" rx="5" fill="#d8412f"/><rect x="902" y="676" width="72" height="22" rx="10" fill="${pen.lying("#e3e5e6")}"/><rect x="226" y="676" width="66" height="22" rx="10" fill="${pen.lying("#e3e5e6")}"/>`
  );
}

/** A pickup of the fifties: round cab, separate wings, wooden bed. */
export function pickup(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const paint = (colour = main) => pen.fade(90, lift(colour, 0.4), [0.35, colour], sink(colour, 0.4));
  return (
    ground(pen, 200, 1000) +
    `<path d="M214 560 H512 V676 H214Z" fill="${paint(sink(main, 0.06))}"/>${times(4, (index) => `<rect x="220" y="${520 + index * 12}" width="290" height="8" fill="${index % 2 ? second : lift(second, 0.2)}"/>`)}<rect x="206" y="556" width="312" height="16" rx="8" fill="${paint(lift(main, 0.1))}"/>${times(3, (index) => `<rect x="${260 + index * 88}" y="512" width="12" height="56" fill="${sink(second, 0.3)}"/>`)}` +
    `<path d="M500 676 V470 C502 424 524 404 566 402 H640 C690 402 712 430 730 480 L746 548 L930 556 C968 560 984 584 984 620 V676Z" fill="${paint()}"/>` +
    `<path d="M532 540 V468 C534 440 546 430 574 430 H636 C668 430 682 448 694 482 L710 540Z" fill="${pen.fade(60, "#d6ecef", "#7ba3b0", "#364c60")}" stroke="${sink(main, 0.4)}" stroke-width="4"/><path d="M574 540 l40 -108 h24 l-40 108Z" fill="#fff" opacity="0.25"/><rect x="616" y="430" width="7" height="110" fill="${sink(main, 0.3)}"/>` +
    `<path d="M522 560 V670 M716 548 C724 590 724 640 716 670" stroke="${sink(main, 0.55)}" stroke-width="3" opacity="0.7" fill="none"/><rect x="540" y="574" width="34" height="8" rx="4" fill="#e3e5e6"/><path d="M760 566 H960" stroke="${lift(main, 0.6)}" stroke-width="5" opacity="0.7"/>` +
    `<path d="M250 690 C252 610 300 578 356 578 C412 578 456 610 462 690Z" fill="${paint(lift(main, 0.05))}"/><path d="M724 690 C728 606 780 572 842 572 C916 572 966 610 996 690Z" fill="${paint(lift(main, 0.05))}"/><path d="M462 672 H728 V696 H462Z" fill="${sink(main, 0.35)}"/>` +
    arch(356, 680, 76) +
    arch(838, 680, 76) +
    wheel(pen, 356, 678, 72, "cap", accent) +
    wheel(pen, 838, 678, 72, "cap", accent) +
    `<circle cx="962" cy="598" r="22" fill="${pen.ball("#fff3cf")}" stroke="#d9dde2" stroke-width="6"/><path d="M930 676 H1004 q10 9 0 20 H930Z M196 664 H250 V684 H196Z" fill="${pen.lying("#dde0e3")}"/><rect x="206" y="590" width="12" height="26" rx="5" fill="#d8412f"/>`
  );
}

/** A riveted aluminium caravan on one axle. */
export function caravan(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const shell =
    "M226 650 C212 500 270 372 440 360 H700 C880 366 968 480 970 596 C970 640 956 668 930 682 H270 C240 680 228 668 226 650Z";
  const skin = pen.fade(
    90,
    [0, lift(main, 0.5)],
    [0.18, lift(main, 0.75)],
    [0.34, sink(main, 0.08)],
    [0.5, lift(main, 0.35)],
    [0.72, mix(main, accent, 0.18)],
    [1, sink(main, 0.5)],
  );
  const rivets = (x: number) =>
    times(
      15,
      (index) => `<circle cx="${x}" cy="${384 + index * 20}" r="2.2" fill="${sink(main, 0.5)}" opacity="0.5"/>`,
    );
  const pane = (x: number, width: number) =>
    `<rect x="${x}" y="440" width="${width}" height="84" rx="20" fill="${pen.fade(60, "#bfe0e6", "#4f7b8c", "#2c4356")}" stroke="${lift(main, 0.4)}" stroke-width="7"/><path d="M${x + width * 0.55} 442 l-24 80 h16 l24 -80Z" fill="#fff" opacity="0.25"/>`;
  return (
    ground(pen, 220, 980) +
    `<path d="M930 664 H1070 l-14 14 H930Z" fill="#35303c"/><rect x="1044" y="672" width="12" height="74" fill="#35303c"/>` +
    `<path d="${shell}" fill="${skin}"/>` +
    pen.clip(
      `<path d="${shell}"/>`,
      [350, 500, 690, 830]
        .map(
          (x) =>
            `<path d="M${x} 350 V690" stroke="${sink(main, 0.4)}" stroke-width="2" opacity="0.5"/>${rivets(x + 6)}`,
        )
        .join("") +
        `<rect x="200" y="560" width="800" height="14" fill="${second}"/><rect x="200" y="582" width="800" height="6" fill="${lift(second, 0.3)}"/>`,
    ) +
    pane(268, 130) +
    pane(718, 150) +
    `<rect x="530" y="404" width="124" height="272" rx="18" fill="${pen.fade(60, lift(main, 0.55), main, sink(main, 0.25))}" stroke="${sink(main, 0.35)}" stroke-width="4"/><rect x="556" y="432" width="72" height="82" rx="14" fill="${pen.fade(60, "#bfe0e6", "#4f7b8c")}"/><rect x="628" y="566" width="10" height="34" rx="5" fill="#3c3644"/><rect x="536" y="690" width="112" height="12" rx="4" fill="#4b4452"/>` +
    `<path d="M512 392 H700 q32 0 40 -26 L756 400 V424 H690 Z" fill="none"/><path d="M470 404 L690 404 L730 452 L430 452Z" fill="${second}" opacity="0"/>` +
    arch(440, 690, 74) +
    `<path d="M350 690 a92 92 0 0 1 184 0" fill="none" stroke="${lift(main, 0.3)}" stroke-width="9"/>` +
    wheel(pen, 440, 688, 62, "cap", "#eceae4")
  );
}
