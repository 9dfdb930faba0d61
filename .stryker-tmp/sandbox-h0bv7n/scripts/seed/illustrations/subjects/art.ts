/** What hangs on a wall or stands on a base. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { n, type Pen, times } from "../pen.ts";

const bevel = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

function framed(
  pen: Pen,
  box: readonly [number, number, number, number],
  wood: string,
  mat: string,
  art: string,
): string {
  const [x, y, w, h] = box;
  const [ox, oy, ow, oh] = [x - 58, y - 58, w + 116, h + 116];
  return (
    pen.cast(`<rect x="${ox}" y="${oy}" width="${ow}" height="${oh}"/>`, 22, 34, 24, 0.45) +
    bevel(`M${ox} ${oy} h${ow} l-30 30 h${60 - ow}Z`, lift(wood, 0.32)) +
    bevel(`M${ox} ${oy} v${oh} l30 -30 v${60 - oh}Z`, lift(wood, 0.12)) +
    bevel(`M${ox + ow} ${oy} v${oh} l-30 -30 v${60 - oh}Z`, sink(wood, 0.22)) +
    bevel(`M${ox} ${oy + oh} h${ow} l-30 -30 h${60 - ow}Z`, sink(wood, 0.36)) +
    `<rect x="${ox + 30}" y="${oy + 30}" width="${ow - 60}" height="${oh - 60}" fill="${mat}"/><path d="M${ox + 30} ${oy + 30} h${ow - 60} v10 h${70 - ow} v${oh - 70} h-10Z" fill="#150d26" opacity="0.22"/>` +
    pen.clip(
      `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`,
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${mat}"/>${art}`,
    ) +
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="none" stroke="${sink(mat, 0.4)}" stroke-width="2" opacity="0.5"/>`
  );
}

/** Looks: `abstract` (planes of colour), `landscape` (an evening valley), `portrait` (a figure in profile). */
export function painting(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  if (pen.look === "landscape") {
    const art =
      `<rect x="270" y="190" width="660" height="420" fill="${pen.fade(90, sink(main, 0.2), main, [0.62, "#f7d9a8"])}"/><circle cx="690" cy="400" r="46" fill="#fff0c4"/>` +
      `<path d="M250 470 L390 330 L480 420 L590 300 L720 440 L830 360 L960 470 V630 H250Z" fill="${mix(main, second, 0.55)}"/><path d="M590 300 L548 346 L580 340 L604 362 L640 354Z M390 330 L360 360 L392 356 L420 364Z" fill="#fff6e6" opacity="0.9"/><path d="M250 510 C370 440 480 500 600 480 C740 456 840 500 960 470 V630 H250Z" fill="${sink(second, 0.1)}"/>` +
      `<path d="M470 640 C500 570 640 560 560 520 C520 500 600 492 640 486 C620 500 640 512 670 528 C740 566 640 590 660 640Z" fill="#f5e3c0" opacity="0.85"/>` +
      times(
        60,
        () =>
          `<path d="M${pen.random.whole(270, 920)} ${pen.random.whole(500, 605)} l${pen.random.whole(14, 36)} ${pen.random.whole(-4, 4)}" stroke="${pen.random.pick([accent, lift(second, 0.2), sink(second, 0.3)])}" stroke-width="5" stroke-linecap="round" opacity="0.6"/>`,
      ) +
      times(
        5,
        (index) =>
          `<path d="M${300 + index * 46} 600 l14 -${70 + (index % 3) * 22} l14 ${70 + (index % 3) * 22}z" fill="${sink(second, 0.4)}"/>`,
      );
    return framed(pen, [270, 190, 660, 420], "#b98a3e", "#f3ead8", art);
  }
  if (pen.look === "portrait") {
    const art =
      `<rect x="400" y="130" width="400" height="540" fill="${pen.fade(60, lift(main, 0.1), sink(main, 0.3))}"/><circle cx="700" cy="250" r="120" fill="${accent}" opacity="0.85"/>` +
      `<path d="M400 680 C420 540 500 500 560 480 L556 430 C520 420 500 380 510 330 C516 260 580 220 640 240 C700 260 716 320 700 372 C694 420 660 440 640 446 L646 486 C720 500 780 560 800 680Z" fill="${second}"/><path d="M640 240 C700 260 716 320 700 372 C694 420 660 440 640 446 L646 486 C720 500 780 560 800 680 H620 C600 560 596 330 640 240Z" fill="${sink(second, 0.28)}"/>` +
      `<path d="M500 350 C480 250 560 190 640 206 C730 220 750 320 720 400 C712 340 690 290 630 280 C570 276 530 300 500 350Z" fill="${sink(main, 0.65)}"/><path d="M400 680 C420 560 500 520 560 500 Q600 560 650 504 C730 520 780 580 800 680Z" fill="${mix(accent, main, 0.35)}"/><path d="M540 350 q24 -14 48 0 M540 372 q22 12 44 0" fill="none" stroke="${sink(second, 0.6)}" stroke-width="5" stroke-linecap="round"/><path d="M596 350 v50 l-20 4 M560 424 q24 10 44 -2" fill="none" stroke="${sink(second, 0.5)}" stroke-width="5" stroke-linecap="round"/>`;
    return framed(pen, [400, 130, 400, 540], "#3b2a24", "#efe6d6", art);
  }
  const art =
    `<rect x="330" y="160" width="540" height="470" fill="${mix("#f6ecda", main, 0.12)}"/><path d="M330 160 H620 C640 300 520 380 330 400Z" fill="${main}"/><circle cx="690" cy="330" r="126" fill="${accent}"/><path d="M330 470 C480 400 600 560 870 440 V640 H330Z" fill="${second}"/><path d="M560 640 C540 500 600 330 760 250 L800 280 C680 360 620 500 640 640Z" fill="${sink(second, 0.5)}"/><rect x="392" y="470" width="120" height="120" fill="#f6ecda" opacity="0.85" transform="rotate(-12 452 530)"/><path d="M350 220 L860 580" stroke="#2a2430" stroke-width="5"/><path d="M780 180 v120 M800 180 v90 M820 180 v140" stroke="#2a2430" stroke-width="6"/><circle cx="450" cy="300" r="34" fill="none" stroke="#f6ecda" stroke-width="9"/>` +
    times(
      50,
      () =>
        `<path d="M${pen.random.whole(330, 860)} ${pen.random.whole(160, 620)} l${pen.random.whole(10, 40)} ${pen.random.whole(-8, 8)}" stroke="#fff" stroke-width="${pen.random.whole(1, 3)}" opacity="0.16"/>`,
    );
  return framed(pen, [330, 160, 540, 470], "#d9c3a0", "#fbf6ea", art);
}

/** A travel poster without a word: a bay, a road, a cypress. */
export function poster(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const art =
    `<rect x="410" y="120" width="380" height="560" fill="${pen.fade(90, sink(main, 0.05), lift(main, 0.5))}"/><circle cx="690" cy="236" r="58" fill="${accent}"/>` +
    `<path d="M400 420 C470 360 520 380 590 340 C660 310 740 340 800 300 V500 H400Z" fill="${mix(main, second, 0.4)}"/><rect x="400" y="430" width="400" height="130" fill="${pen.fade(90, lift(second, 0.2), second)}"/><path d="M560 470 l46 -80 v80z M612 470 v-64 l34 64z" fill="#fff6e6"/><path d="M548 474 h110 l-16 18 h-80z" fill="${sink(second, 0.5)}"/>` +
    `<path d="M400 520 C500 500 540 560 640 570 C720 576 760 540 800 530 V700 H400Z" fill="${mix(accent, "#c96f3e", 0.5)}"/><path d="M470 700 C500 620 620 620 700 600 C740 588 770 570 790 556 L800 570 C760 610 700 630 640 646 C580 660 560 680 556 700Z" fill="#f8ead0"/><path d="M640 628 q4 -24 26 -24 h34 q18 4 24 20 l14 4 v14 h-98z" fill="#d63f33"/><circle cx="664" cy="644" r="10" fill="#2a2430"/><circle cx="716" cy="640" r="10" fill="#2a2430"/>` +
    [430, 470, 752]
      .map(
        (x, index) =>
          `<path d="M${x} ${620 - index * 14} C${x - 22} ${520 - index * 10} ${x - 10} ${430 + index * 20} ${x + 4} ${400 + index * 20} C${x + 22} 450 ${x + 26} 540 ${x + 14} ${620 - index * 14}Z" fill="${sink("#2f6b50", index * 0.08)}"/>`,
      )
      .join("");
  return framed(pen, [410, 120, 380, 560], "#2f2a33", "#fbf4e4", art);
}

/** An abstract figure in bronze with a hole through it. */
export function bronze(pen: Pen): string {
  const { main, second } = pen.inks;
  const shape =
    "M430 650 C372 560 400 470 470 430 C430 350 470 240 560 220 C650 200 710 260 700 340 C790 350 850 440 820 540 C800 610 760 640 770 660 H700 C690 600 720 560 700 520 C660 560 620 600 620 660Z";
  const hole = "M560 470 C530 420 560 360 610 360 C660 366 670 430 640 470 C616 500 580 504 560 470Z";
  return (
    pen.cast(`<path d="${shape}"/><rect x="380" y="650" width="460" height="90"/>`, 54, 14, 22, 0.4) +
    pen.contact(610, 748, 280, 24, 0.6) +
    `<path d="${shape} ${hole}" fill-rule="evenodd" fill="${pen.fade(40, lift(main, 0.45), [0.3, main], [0.6, sink(main, 0.3)], sink(main, 0.62))}"/>` +
    `<path d="${hole}" fill="none" stroke="${lift(main, 0.3)}" stroke-width="7" opacity="0.6"/><path d="M470 436 C444 350 484 256 566 240" fill="none" stroke="#fff3d8" stroke-width="16" stroke-linecap="round" opacity="0.45"/><path d="M440 640 C396 560 420 490 474 452" fill="none" stroke="#fff3d8" stroke-width="12" stroke-linecap="round" opacity="0.35"/><path d="M704 352 C770 370 812 430 796 520" fill="none" stroke="#fff3d8" stroke-width="10" stroke-linecap="round" opacity="0.3"/><path d="M706 346 C660 330 640 350 620 364 M470 432 C500 426 530 436 552 452" fill="none" stroke="${sink(main, 0.6)}" stroke-width="6" opacity="0.5"/>` +
    `<path d="M372 656 H848 V742 H372Z" fill="${pen.fade(20, lift(second, 0.3), second, sink(second, 0.4))}"/><path d="M372 656 H848" stroke="${lift(second, 0.6)}" stroke-width="4"/>`
  );
}

/** A marble head in profile, laurelled, on a socle. */
export function bust(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const head =
    "M700 236 C716 258 718 278 714 298 L716 310 C722 328 738 346 743 362 C743 371 734 375 724 375 C721 382 727 387 727 393 C722 398 725 403 722 409 C715 415 721 425 716 438 C708 456 690 461 666 455 C650 462 644 484 646 512 L652 562 C730 582 792 622 808 692 H402 C412 622 470 582 540 562 C554 520 550 480 538 440 C512 400 500 340 512 280 C530 196 660 176 700 236Z";
  const curl = (x: number, y: number, r: number) =>
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${pen.ball(lift(main, 0.12))}"/><path d="M${n(x - r * 0.4)} ${n(y + r * 0.2)} a${n(r * 0.45)} ${n(r * 0.45)} 0 1 1 ${n(r * 0.6)} ${n(r * 0.2)}" fill="none" stroke="${sink(main, 0.36)}" stroke-width="4" stroke-linecap="round" opacity="0.6"/>`;
  const curls = times(26, (index) => {
    const [ring, step] = [Math.floor(index / 13), index % 13];
    const turn = -0.5 - step * 0.235;
    const [rx, ry] = ring === 0 ? [104, 108] : [64, 66];
    return curl(606 + rx * Math.cos(turn), 296 + ry * Math.sin(turn), ring === 0 ? 27 : 25);
  });
  const nape = [
    [514, 330],
    [520, 372],
    [540, 412],
    [556, 350],
    [562, 396],
    [596, 330],
  ]
    .map(([x = 0, y = 0]) => curl(x, y, 24))
    .join("");
  const laurel = times(11, (index) => {
    const turn = -0.62 - index * 0.24;
    const [x, y] = [604 + 92 * Math.cos(turn), 300 + 88 * Math.sin(turn)];
    return `<path transform="translate(${n(x)} ${n(y)}) rotate(${n((turn * 180) / Math.PI - 50)})" d="M0 0 C10 -16 34 -18 48 -4 C34 10 12 12 0 0Z" fill="${pen.flat(accent)}" stroke="${sink(accent, 0.35)}" stroke-width="1.5"/>`;
  });
  return (
    pen.cast(`<path d="${head}"/><rect x="490" y="690" width="230" height="60"/>`, 60, 14, 24, 0.4) +
    pen.contact(606, 752, 190, 20, 0.6) +
    `<path d="M520 686 H690 L720 750 H490Z" fill="${pen.round(second)}"/><rect x="474" y="740" width="262" height="16" rx="4" fill="${pen.lying(second)}"/>` +
    `<path d="${head}" fill="${pen.fade(12, sink(main, 0.1), lift(main, 0.5), [0.6, main], sink(main, 0.32))}"/>` +
    `<path d="M538 440 C560 470 610 470 666 455 C640 470 632 500 640 566 C600 600 560 590 540 562 C556 520 550 480 538 440Z" fill="${sink(main, 0.3)}" opacity="0.5"/><path d="M402 692 C420 630 520 590 560 692 M530 566 C580 640 680 650 740 606 M560 692 C600 640 700 640 760 692" fill="none" stroke="${sink(main, 0.35)}" stroke-width="5" stroke-linecap="round" opacity="0.5"/>` +
    `<path d="M664 306 q24 -16 48 -4" fill="none" stroke="${sink(main, 0.4)}" stroke-width="6" stroke-linecap="round"/><path d="M676 324 q16 -10 30 0 q-14 10 -30 0z" fill="${sink(main, 0.3)}"/><path d="M700 394 q12 4 24 0" fill="none" stroke="${sink(main, 0.45)}" stroke-width="4" stroke-linecap="round"/><path d="M604 340 q-22 -6 -22 20 q2 28 24 26 q14 -8 6 -30" fill="${lift(main, 0.2)}" stroke="${sink(main, 0.3)}" stroke-width="4"/>` +
    curls +
    nape +
    laurel
  );
}

/** Looks: `studio` (a bottle of thrown clay, two glazes), `porcelain` (blue on white, with its lid). */
export function vase(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  if (pen.look === "porcelain") {
    const body =
      "M512 300 C430 340 400 430 424 530 C444 610 490 680 520 736 H680 C710 680 756 610 776 530 C800 430 770 340 688 300Z";
    const scroll = (x: number, y: number, s: number) =>
      `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 60 C-50 40 -60 -20 -10 -34 C34 -40 40 14 4 16 C-20 14 -14 -12 4 -10 M0 60 C40 70 70 40 64 6" fill="none" stroke="${second}" stroke-width="8" stroke-linecap="round"/><path d="M64 6 q20 -26 44 -8 q-14 26 -44 8z M-30 40 q-36 -8 -40 -40 q34 0 40 40z" fill="${second}"/></g>`;
    const peony = (x: number, y: number, s: number) =>
      `<g transform="translate(${x} ${y}) scale(${s})">${[0, 60, 120, 180, 240, 300].map((turn) => `<path transform="rotate(${turn})" d="M0 0 C-40 -20 -34 -66 0 -70 C34 -66 40 -20 0 0Z" fill="${lift(second, 0.25)}" stroke="${second}" stroke-width="5"/>`).join("")}<circle r="20" fill="${second}"/><circle r="8" fill="#fff"/></g>`;
    return (
      pen.cast(`<path d="${body}"/>`, 50, 14, 22, 0.4) +
      pen.contact(600, 748, 170, 20, 0.6) +
      `<path d="M520 300 C520 276 526 262 520 248 H680 C674 262 680 276 680 300Z" fill="${pen.round(main)}"/><path d="${body}" fill="${pen.round(lift(main, 0.3))}"/>` +
      pen.clip(
        `<path d="${body}"/>`,
        `<path d="M400 340 Q600 372 800 340 V364 Q600 396 400 364Z M400 640 Q600 672 800 640 V656 Q600 688 400 656Z" fill="${second}"/>${times(11, (index) => `<path d="M${420 + index * 36} 740 q18 -70 36 0z" fill="none" stroke="${second}" stroke-width="6"/>`)}${peony(580, 506, 1.15)}${scroll(470, 480, 0.9)}${scroll(690, 450, 0.95)}${scroll(700, 580, -0.8)}${scroll(500, 590, 0.6)}<path d="${body}" fill="${pen.fade(0, [0, "#1d1533", 0.3], [0.28, "#fff", 0.3], [0.45, "#fff", 0], [1, "#1d1533", 0.46])}"/>`,
      ) +
      `<path d="M496 252 C510 190 560 170 600 168 C640 170 690 190 704 252 Q600 276 496 252Z" fill="${pen.round(lift(main, 0.3))}"/><path d="M520 232 q80 22 160 0" fill="none" stroke="${second}" stroke-width="8"/><path d="M586 170 q-14 -30 14 -50 q28 20 14 50z" fill="${pen.ball(accent)}"/><path d="M462 380 C450 440 456 520 486 590" fill="none" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity="0.6"/>`
    );
  }
  const body =
    "M566 180 C570 260 560 300 520 350 C440 430 420 560 470 660 C490 700 520 730 540 742 H660 C680 730 710 700 730 660 C780 560 760 430 680 350 C640 300 630 260 634 180Z";
  return (
    pen.cast(`<path d="${body}"/>`, 50, 14, 22, 0.4) +
    pen.contact(600, 748, 160, 20, 0.6) +
    `<path d="M602 186 C560 120 590 60 560 20 M604 190 C640 130 690 110 700 50 M600 190 C520 150 500 110 450 100" fill="none" stroke="#7b6a4e" stroke-width="5"/>${[
      [560, 24],
      [576, 66],
      [700, 54],
      [684, 92],
      [452, 102],
      [500, 122],
      [584, 110],
      [650, 128],
    ]
      .map(
        ([x = 0, y = 0], index) =>
          `<circle cx="${x}" cy="${y}" r="${20 - (index % 3) * 4}" fill="${pen.ball(accent)}"/>`,
      )
      .join("")}` +
    `<path d="${body}" fill="${pen.round(main)}"/>` +
    pen.clip(
      `<path d="${body}"/>`,
      `<path d="M400 150 H800 V470 C760 500 740 440 700 470 C660 520 640 450 600 480 C560 540 540 470 500 500 C470 540 440 470 400 500Z" fill="${pen.round(second)}"/><path d="M620 470 q10 70 0 96 q-12 -26 -6 -96z M520 490 q8 50 0 70 q-10 -20 -6 -66z" fill="${second}"/>${times(9, (index) => `<path d="M400 ${560 + index * 20} Q600 ${580 + index * 20} 800 ${560 + index * 20}" fill="none" stroke="${sink(main, 0.3)}" stroke-width="2" opacity="0.35"/>`)}${times(40, () => `<circle cx="${pen.random.whole(430, 770)}" cy="${pen.random.whole(500, 735)}" r="${n(pen.random.between(1, 3))}" fill="${sink(main, 0.5)}" opacity="0.4"/>`)}`,
    ) +
    `<ellipse cx="600" cy="182" rx="36" ry="10" fill="${sink(second, 0.6)}"/><path d="M560 182 a40 12 0 0 0 80 0" fill="none" stroke="${lift(second, 0.4)}" stroke-width="5"/><path d="M500 420 C462 500 462 580 494 650" fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity="0.5"/>`
  );
}
