/** Shoes, bags and what goes with them. They stand at y 745. */
// @ts-nocheck

import { lift, mix, sink } from "../colour.ts";
import { type Pen, times } from "../pen.ts";

/** A structured leather bag with a top handle. */
export function handbag(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const body = "M372 740 L404 410 H796 L828 740Z";
  return (
    pen.cast(`<path d="${body}"/>`, 50, 14, 22, 0.4) +
    pen.contact(600, 748, 290, 22, 0.6) +
    `<path d="M480 420 C470 230 520 190 600 190 C680 190 730 230 720 420" fill="none" stroke="${sink(main, 0.35)}" stroke-width="30"/><path d="M480 420 C470 230 520 190 600 190 C680 190 730 230 720 420" fill="none" stroke="${pen.fade(20, lift(main, 0.3), main)}" stroke-width="20"/>` +
    `<path d="${body}" fill="${pen.fade(15, lift(main, 0.26), main, sink(main, 0.3))}"/><path d="M404 410 L388 574 Q420 590 424 740 H372Z" fill="${sink(main, 0.14)}" opacity="0.6"/><path d="M796 410 L812 574 Q780 590 776 740 H828Z" fill="${sink(main, 0.34)}" opacity="0.6"/>` +
    `<path d="M398 400 H802 L790 560 Q600 640 410 560Z" fill="${pen.fade(70, lift(main, 0.36), main, sink(main, 0.18))}"/><path d="M412 416 H788 L778 550 Q600 622 422 550Z" fill="none" stroke="${lift(main, 0.6)}" stroke-width="3" stroke-dasharray="12 8" opacity="0.8"/>` +
    `<rect x="388" y="560" width="424" height="30" rx="4" fill="${pen.fade(0, lift(main, 0.1), sink(main, 0.3))}" transform="translate(0 -2)"/><rect x="560" y="534" width="80" height="86" rx="12" fill="${pen.metal(accent)}"/><circle cx="600" cy="570" r="15" fill="${sink(accent, 0.5)}"/><rect x="594" y="572" width="12" height="28" rx="5" fill="${sink(accent, 0.5)}"/>` +
    `<circle cx="480" cy="418" r="22" fill="${pen.metal(accent)}"/><circle cx="720" cy="418" r="22" fill="${pen.metal(accent)}"/>${[400, 800].map((x) => `<circle cx="${x}" cy="738" r="10" fill="${pen.ball(accent)}"/>`).join("")}` +
    `<path d="M470 436 q-30 60 -10 130 l22 -4 l-8 -60 l26 50 l18 -10 q-30 -50 -32 -108z" fill="${pen.flat(second)}"/><circle cx="474" cy="444" r="15" fill="${second}"/>`
  );
}

/** A high-top for the court; a second one behind. */
export function sneakers(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const shoe = `<path d="M250 700 C244 560 300 470 312 360 C360 330 440 336 486 366 C500 440 540 480 620 520 C720 560 826 580 860 640 C872 670 866 690 858 704Z" fill="${pen.fade(40, lift(main, 0.35), main, sink(main, 0.2))}"/><path d="M312 360 C300 470 250 560 250 700 H360 C340 600 370 470 396 344 C366 340 336 346 312 360Z" fill="${pen.flat(second)}"/><path d="M640 528 C740 560 830 584 860 640 C872 670 866 690 858 704 H650 C700 680 706 590 640 528Z" fill="${pen.flat(second)}"/><path d="M486 366 C500 440 540 480 640 528 L600 596 C520 560 450 500 426 384Z" fill="${pen.fade(40, lift(main, 0.55), lift(main, 0.2))}"/>${times(
    6,
    (index) => {
      const [x, y] = [440 + index * 27, 404 + index * 29];
      return `<path d="M${x} ${y} l64 -22" stroke="#fff" stroke-width="13" stroke-linecap="round"/><path d="M${x} ${y + 4} l64 -22" stroke="#150d26" stroke-width="3" opacity="0.2"/><circle cx="${x - 4}" cy="${y + 4}" r="6" fill="${sink(second, 0.4)}"/>`;
    },
  )}<path d="M378 620 C470 640 560 600 600 530 C590 620 520 690 380 670Z" fill="${accent}"/><path d="M312 360 C360 330 440 336 486 366 C440 386 360 384 312 360Z" fill="${sink(second, 0.55)}"/><circle cx="420" cy="474" r="30" fill="#fff" stroke="${accent}" stroke-width="6"/><path d="M420 454 l6 14 l15 1 l-11 10 l3 15 l-13 -8 l-13 8 l3 -15 l-11 -10 l15 -1z" fill="${accent}"/><path d="M236 692 H870 q14 30 -4 54 H256 q-28 -14 -20 -54Z" fill="${pen.fade(90, "#fffaf0", "#e3d9c8")}"/><path d="M240 716 H872" stroke="${accent}" stroke-width="6"/><path d="M700 600 q60 10 96 50" stroke="${lift(second, 0.4)}" stroke-width="6" fill="none" stroke-linecap="round" opacity="0.6"/>`;
  return (
    pen.contact(590, 750, 400, 26, 0.6) +
    `<g transform="translate(186 -22) scale(0.96)" opacity="1">${shoe}<path d="M250 700 C244 560 300 470 312 360 C360 330 440 336 486 366 C500 440 540 480 620 520 C720 560 826 580 860 640 C880 680 880 720 866 746 H256Z" fill="#1d1533" opacity="0.3"/></g>` +
    pen.cast(
      '<path d="M250 700 C244 560 300 470 312 360 C360 330 440 336 486 366 C500 440 540 480 620 520 C720 560 826 580 860 640Z"/>',
      20,
      4,
      14,
      0.3,
    ) +
    `<g transform="translate(-20 6)">${shoe}</g>`
  );
}

/** A pair of court shoes with stiletto heels. */
export function heels(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const shoe = `<path d="M300 340 C330 330 372 342 384 380 C400 450 470 560 600 620 C700 650 800 640 860 690 C880 712 868 736 840 740 H640 C540 736 460 640 408 560 C380 520 372 500 366 470 L352 742 H330 L318 480 C300 440 284 380 300 340Z" fill="${pen.fade(30, lift(main, 0.45), [0.35, main], sink(main, 0.4))}"/><path d="M384 380 C400 450 470 560 600 620 C640 632 680 636 720 640 C640 690 540 640 470 560 C420 500 384 430 372 360Z" fill="${sink(second, 0.1)}"/><path d="M384 380 C400 450 470 560 600 620" fill="none" stroke="${lift(second, 0.4)}" stroke-width="5"/><path d="M640 740 C540 736 460 640 408 560" fill="none" stroke="${accent}" stroke-width="9"/><path d="M720 668 C780 668 826 680 846 700" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity="0.65"/><path d="M312 372 C304 420 318 460 330 490" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity="0.5"/><g transform="translate(700 640)"><path d="M0 0 C-34 -26 -66 -14 -56 8 C-46 26 -20 16 0 2 C20 16 46 26 56 8 C66 -14 34 -26 0 0Z" fill="${pen.flat(accent)}"/><circle r="11" fill="${pen.ball(lift(accent, 0.3))}"/></g>`;
  return (
    pen.contact(640, 748, 360, 22, 0.5) +
    `<g transform="translate(170 -36) scale(0.95)">${shoe}</g>` +
    pen.cast('<path d="M300 340 C384 380 470 560 600 620 L860 690 L840 740 H640 L408 560Z"/>', 26, 8, 16, 0.3) +
    `<g transform="translate(-30 8)">${shoe}</g>`
  );
}

/** A silk square, folded so that its border shows. */
export function scarf(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const square = "M600 90 L1000 450 L600 810 L200 450Z";
  const horse = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(0.9)"><circle r="70" fill="${lift(second, 0.2)}"/><circle r="70" fill="none" stroke="${accent}" stroke-width="7"/><path d="M-30 44 C-24 10 -40 -4 -30 -26 C-14 -50 16 -54 30 -40 L48 -6 C50 8 36 12 28 4 L10 -4 C14 20 24 30 30 46Z" fill="${main}"/><path d="M-30 -26 C-50 -10 -50 24 -40 44 L-28 44 C-30 20 -30 0 -18 -18Z" fill="${sink(main, 0.45)}"/></g>`;
  const leaf = (x: number, y: number, turn: number) =>
    `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0 C20 -34 70 -34 96 0 C70 34 20 34 0 0Z" fill="${mix(accent, main, 0.35)}"/>`;
  const ropes = `<path d="M600 150 L934 450 L600 750 L266 450Z" fill="none" stroke="${accent}" stroke-width="13"/><path d="M600 150 L934 450 L600 750 L266 450Z" fill="none" stroke="${sink(accent, 0.4)}" stroke-width="3" stroke-dasharray="6 12"/>`;
  return (
    pen.cast(`<path d="${square}"/>`, 18, 30, 20, 0.45) +
    `<path d="${square}" fill="${pen.fade(60, lift(main, 0.16), main, sink(main, 0.18))}"/><path d="M600 204 L874 450 L600 696 L326 450Z" fill="${pen.fade(60, lift(second, 0.3), second)}"/>${ropes}` +
    [0, 90, 180, 270]
      .map(
        (turn) =>
          `<g transform="rotate(${turn} 600 450)">${leaf(560, 330, -60)}${leaf(640, 330, -120)}${leaf(600, 336, -90)}</g>`,
      )
      .join("") +
    horse(600, 450, 0) +
    `<circle cx="600" cy="450" r="96" fill="none" stroke="${main}" stroke-width="7" stroke-dasharray="16 10"/>` +
    [
      [600, 122],
      [964, 450],
      [600, 778],
      [236, 450],
    ]
      .map(([x = 0, y = 0]) => `<circle cx="${x}" cy="${y}" r="17" fill="${accent}"/>`)
      .join("") +
    pen.clip(
      `<path d="${square}"/>`,
      `<path d="M600 90 C520 300 690 520 600 810 L660 810 C740 560 560 330 640 90Z" fill="#fff" opacity="0.14"/><path d="M200 450 C400 380 720 560 1000 430 L1000 480 C720 610 420 430 200 500Z" fill="#1d1533" opacity="0.12"/><path d="M330 340 C500 430 700 300 860 330 L850 350 C700 330 500 470 320 370Z" fill="#fff" opacity="0.16"/>`,
    ) +
    `<path d="M600 810 L700 720 C690 770 660 800 600 810Z" fill="${pen.fade(30, lift(main, 0.5), sink(main, 0.1))}"/>`
  );
}

const lensOf = (x: number) =>
  `<path d="M${x} 420 C${x + 10} 396 ${x + 230} 392 ${x + 246} 416 C${x + 256} 500 ${x + 210} 580 ${x + 122} 580 C${x + 40} 580 ${x - 8} 500 ${x} 420Z"`;

/** Sunglasses on a slab. */
export function sunglasses(pen: Pen): string {
  const { main, second, accent } = pen.inks;
  const glass = pen.fade(70, [0, sink(second, 0.4), 0.97], [0.5, second, 0.92], [1, lift(second, 0.4), 0.8]);
  return (
    pen.cast(`${lensOf(330)}/>${lensOf(626)}/>`, 18, 44, 18, 0.35) +
    pen.contact(600, 600, 330, 26, 0.4) +
    `<path d="M872 430 C700 470 500 500 372 560 q-40 16 -52 -14" fill="none" stroke="${sink(main, 0.35)}" stroke-width="20" stroke-linecap="round"/><path d="M330 430 C500 480 700 500 838 566 q40 16 50 -14" fill="none" stroke="${sink(main, 0.2)}" stroke-width="20" stroke-linecap="round"/>` +
    [330, 626]
      .map(
        (x) =>
          `${lensOf(x)} fill="${glass}"/>${lensOf(x)} fill="none" stroke="${pen.fade(50, lift(main, 0.4), main, sink(main, 0.35))}" stroke-width="28" stroke-linejoin="round"/>${pen.clip(`${lensOf(x)}/>`, `<path d="M${x + 20} 560 L${x + 150} 400 h52 L${x + 60} 600Z" fill="#fff" opacity="0.28"/><path d="M${x + 110} 590 L${x + 240} 430 v30 L${x + 130} 600Z" fill="#fff" opacity="0.16"/>`)}`,
      )
      .join("") +
    `<path d="M576 432 C590 408 612 408 628 432" fill="none" stroke="${pen.fade(90, lift(main, 0.4), sink(main, 0.2))}" stroke-width="26"/>` +
    [328, 876].map((x) => `<path d="M${x - 16} 414 h30 v18 h-30z" fill="${pen.metal(accent)}"/>`).join("") +
    times(16, () => {
      const right = pen.random.unit() < 0.5;
      const [x, y] = [(right ? 620 : 324) + pen.random.whole(0, 250), 404 + pen.random.whole(-4, 6)];
      return `<ellipse cx="${x}" cy="${y}" rx="${pen.random.whole(5, 14)}" ry="${pen.random.whole(3, 6)}" fill="${lift(main, 0.35)}" opacity="0.5"/>`;
    })
  );
}
