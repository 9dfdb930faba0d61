/**
 * Places for what lives outside. Wheels and walls stand at about y 745. The wall colour of the picture is its sky.
 */
// @ts-nocheck

import { lift, mix, sink } from "./colour.ts";
import type { Scene } from "./indoor-scenes.ts";
import { n, type Pen, times } from "./pen.ts";

function sky(pen: Pen, colour: string, low: string): string {
  return `<rect width="1200" height="900" fill="${pen.fade(90, sink(colour, 0.06), [0.45, lift(colour, 0.25)], [0.72, low])}"/>`;
}

function sun(pen: Pen, x: number, y: number, r: number, colour: string): string {
  const halo = pen.glow(0.5, 0.5, 0.5, [0, lift(colour, 0.5), 0.75], [1, lift(colour, 0.3), 0]);
  return `<circle cx="${x}" cy="${y}" r="${r * 2.6}" fill="${halo}"/><circle cx="${x}" cy="${y}" r="${r}" fill="${lift(colour, 0.25)}"/>`;
}

/** A ridge from left to right: rolling when smooth, jagged when not. */
function ridge(pen: Pen, y: number, height: number, count: number, fill: string, smooth: boolean): string {
  const step = 1280 / count;
  let d = `M-40 900 V${y}`;
  for (let index = 0; index < count; index += 1) {
    const [x, top] = [-40 + index * step, y - height * pen.random.between(0.45, 1)];
    const next = n(x + step);
    d += smooth
      ? ` C${n(x + step * 0.35)} ${n(top)} ${n(x + step * 0.65)} ${n(top)} ${next} ${n(y - pen.random.between(0, height * 0.25))}`
      : ` L${n(x + step * pen.random.between(0.4, 0.6))} ${n(top)} L${next} ${n(y - pen.random.between(0, height * 0.3))}`;
  }
  return `<path d="${d} V900 Z" fill="${fill}"/>`;
}

function clouds(pen: Pen, colour: string, count = 3): string {
  return times(count, (index) => {
    const [x, y, s] = [
      120 + index * 370 + pen.random.whole(-80, 80),
      pen.random.whole(90, 240),
      pen.random.between(0.7, 1.2),
    ];
    const fill = pen.fade(90, [0, colour, 0.95], [1, colour, 0.35]);
    return `<path transform="translate(${x} ${y}) scale(${n(s)})" d="M-95 22 a26 26 0 0 1 14 -48 a46 46 0 0 1 84 -16 a36 36 0 0 1 62 22 a22 22 0 0 1 12 42 Z" fill="${fill}"/>`;
  });
}

function road(pen: Pen, colour: string, edge: string): string {
  const dashes = times(
    7,
    (index) => `<rect x="${-60 + index * 200}" y="828" width="110" height="10" rx="5" fill="#fff4d6" opacity="0.75"/>`,
  );
  return (
    `<rect y="690" width="1200" height="210" fill="${pen.fade(90, sink(colour, 0.12), lift(colour, 0.12))}"/>` +
    `<rect y="684" width="1200" height="10" fill="${edge}"/>${dashes}`
  );
}

const pine = (pen: Pen, x: number, y: number, height: number, colour: string) => {
  const fill = pen.fade(0, lift(colour, 0.16), sink(colour, 0.2));
  const tier = (low: number, high: number, half: number) =>
    `M${n(x - half)} ${n(y - low)} Q${n(x)} ${n(y - low + half * 0.25)} ${n(x + half)} ${n(y - low)} L${n(x)} ${n(y - high)}Z`;
  const half = height * 0.24;
  return `<rect x="${n(x - 5)}" y="${n(y - height * 0.2)}" width="10" height="${n(height * 0.2)}" fill="#5d3d2c"/><path d="${tier(height * 0.14, height * 0.6, half)} ${tier(height * 0.36, height * 0.8, half * 0.78)} ${tier(height * 0.58, height, half * 0.55)}" fill="${fill}"/>`;
};

/** A road along the sea. */
const coast: Scene = (pen, wall) => {
  const sea = mix("#1f7f95", wall, 0.25);
  const glitter = times(
    14,
    () =>
      `<rect x="${pen.random.whole(0, 1150)}" y="${pen.random.whole(520, 660)}" width="${pen.random.whole(30, 120)}" height="4" rx="2" fill="#fff" opacity="0.35"/>`,
  );
  return (
    sky(pen, wall, "#ffe8cf") +
    sun(pen, 880, 330, 74, "#ffc46b") +
    clouds(pen, "#fff6ea") +
    `<rect y="500" width="1200" height="200" fill="${pen.fade(90, lift(sea, 0.3), sea)}"/>${glitter}` +
    `<path d="M-40 700 V430 C90 400 150 470 260 480 C350 490 400 520 470 700Z" fill="${pen.fade(60, mix(wall, "#c98b5d", 0.6), mix(wall, "#7d5a4f", 0.7))}"/>` +
    road(pen, "#6d6572", "#f4e6c8")
  );
};

const desert: Scene = (pen, wall) =>
  sky(pen, wall, "#ffd9a8") +
  sun(pen, 300, 360, 92, "#ff9a62") +
  `<path d="M720 640 V430 h30 l14 -46 h96 l16 50 h70 V520 h60 V640Z" fill="${pen.fade(0, mix(wall, "#d07a4c", 0.8), mix(wall, "#8d4436", 0.8))}"/>` +
  ridge(pen, 650, 90, 4, mix("#e0975c", wall, 0.2), true) +
  ridge(pen, 690, 60, 3, "#d98750", true) +
  road(pen, "#7a5a5c", "#f0c48f");

function peaks(pen: Pen, wall: string): string {
  const far = mix(wall, "#eaf1f7", 0.45);
  return (
    sky(pen, wall, "#f7e6da") +
    clouds(pen, "#ffffff", 2) +
    `<path d="M-40 640 L180 300 L300 430 L470 210 L690 520 L820 360 L980 520 L1110 380 L1260 560 V660 H-40Z" fill="${pen.fade(90, far, sink(wall, 0.18))}"/>` +
    `<path d="M470 210 L392 311 L430 350 L462 320 L500 372 L530 320 L548 318Z M180 300 L122 390 L160 384 L184 410 L214 372 L236 362Z M820 360 L760 425 L806 420 L830 446 L872 412Z" fill="#ffffff" opacity="0.92"/>` +
    ridge(pen, 650, 130, 5, mix("#3f7d63", wall, 0.3), true) +
    times(13, (index) =>
      pine(pen, 20 + index * 98 + pen.random.whole(-26, 26), 690, pen.random.whole(70, 130), "#2f6650"),
    )
  );
}

const alps: Scene = (pen, wall) => peaks(pen, wall) + road(pen, "#646b78", "#8fb58b");

const valley: Scene = (pen, wall) =>
  peaks(pen, wall) + `<path d="M-10 690 Q600 664 1210 690 V900 H-10Z" fill="${pen.fade(90, "#7faa68", "#a5c680")}"/>`;

/** Water on all sides. */
const openSea: Scene = (pen, wall) => {
  const water = mix("#22708a", wall, 0.25);
  const swell = times(16, (index) => {
    const [x, y] = [pen.random.whole(-80, 1100), 560 + index * 20];
    return `<path d="M${x} ${y} q30 -14 60 0 t60 0 t60 0" fill="none" stroke="#fff" stroke-width="${n(2 + index * 0.25)}" stroke-linecap="round" opacity="0.32"/>`;
  });
  return (
    sky(pen, wall, "#ffe6cf") +
    sun(pen, 930, 330, 72, "#ffc46b") +
    clouds(pen, "#fff6ea") +
    `<rect y="540" width="1200" height="360" fill="${pen.fade(90, lift(water, 0.35), [0.4, water], sink(water, 0.25))}"/>${swell}` +
    `<path d="M240 512 q10 -18 26 -2 q18 -16 28 2 M330 470 q8 -14 22 -2 q14 -12 22 2" fill="none" stroke="#3a3541" stroke-width="5" stroke-linecap="round" opacity="0.6"/>`
  );
};

/** An arcade of warm plaster behind a paved square. */
const piazza: Scene = (pen, wall) => {
  const plaster = mix(wall, "#f0c39a", 0.5);
  const bay = (index: number) => {
    const x = 30 + index * 235;
    return (
      `<path d="M${x} 742 V520 a85 85 0 0 1 170 0 V742Z" fill="${pen.fade(90, sink(plaster, 0.5), sink(plaster, 0.34))}"/>` +
      `<rect x="${x + 50}" y="200" width="70" height="150" rx="35" fill="${pen.fade(60, "#c5dde4", "#55788c")}"/><rect x="${x + 8}" y="206" width="38" height="144" fill="${mix("#5e8c7a", wall, 0.2)}"/><rect x="${x + 124}" y="206" width="38" height="144" fill="${mix("#5e8c7a", wall, 0.2)}"/><rect x="${x + 2}" y="354" width="168" height="12" fill="${lift(plaster, 0.4)}"/>`
    );
  };
  return (
    `<rect width="1200" height="742" fill="${pen.fade(50, lift(plaster, 0.4), plaster, sink(plaster, 0.12))}"/><rect y="398" width="1200" height="14" fill="${lift(plaster, 0.5)}"/><rect y="412" width="1200" height="5" fill="${sink(plaster, 0.3)}" opacity="0.6"/>${times(5, bay)}` +
    paving(pen)
  );
};

const city: Scene = (pen, wall) => {
  const block = (colour: string, low: number, high: number) =>
    times(15, (index) => {
      const [x, width, height] = [index * 86 - 30, pen.random.whole(58, 96), pen.random.whole(low, high)];
      const windows = times(Math.floor(height / 44), (row) =>
        times(3, (column) =>
          pen.random.unit() < 0.55
            ? `<rect x="${x + 12 + column * (width / 3.6)}" y="${694 - height + 18 + row * 40}" width="11" height="18" fill="#ffe2a3" opacity="0.6"/>`
            : "",
        ),
      );
      return `<rect x="${x}" y="${694 - height}" width="${width}" height="${height}" fill="${colour}"/>${windows}`;
    });
  return (
    sky(pen, wall, "#ffd2b8") +
    sun(pen, 640, 420, 110, "#ff9f7a") +
    block(mix(wall, "#f0b7a4", 0.4), 220, 430) +
    block(sink(wall, 0.3), 110, 280) +
    road(pen, "#4d4a5e", "#d8c3b8")
  );
};

const meadow: Scene = (pen, wall) => {
  const grass = "#7fae5a";
  const tufts = times(34, () => {
    const [x, y] = [pen.random.whole(0, 1190), pen.random.whole(760, 885)];
    return `<path d="M${x} ${y} q3 -18 -4 -26 M${x + 4} ${y} q2 -20 8 -24" stroke="${sink(grass, 0.2)}" stroke-width="3" fill="none" opacity="0.6"/><circle cx="${x + 14}" cy="${y - 12}" r="4" fill="#fff3c9" opacity="0.9"/>`;
  });
  return (
    sky(pen, wall, "#fff0d8") +
    sun(pen, 235, 210, 62, "#ffd071") +
    clouds(pen, "#ffffff") +
    ridge(pen, 640, 170, 4, mix(wall, "#7aa06a", 0.6), true) +
    ridge(pen, 680, 110, 5, mix("#6c9c55", wall, 0.15), true) +
    `<path d="M-10 700 Q600 650 1210 700 V900 H-10Z" fill="${pen.fade(90, grass, lift(grass, 0.2))}"/>${tufts}`
  );
};

const lake: Scene = (pen, wall) => {
  const water = mix("#3c8f9b", wall, 0.35);
  return (
    sky(pen, wall, "#ffe3cf") +
    sun(pen, 950, 260, 66, "#ffbf86") +
    ridge(pen, 600, 300, 4, mix(wall, "#6f7fa6", 0.55), false) +
    ridge(pen, 620, 150, 5, mix(wall, "#3e6d6a", 0.7), true) +
    times(16, (index) => pine(pen, index * 80 + pen.random.whole(-22, 22), 632, pen.random.whole(80, 150), "#2c5c54")) +
    `<rect y="628" width="1200" height="272" fill="${pen.fade(90, lift(water, 0.3), water, sink(water, 0.2))}"/>` +
    times(
      18,
      () =>
        `<rect x="${pen.random.whole(-40, 1150)}" y="${pen.random.whole(650, 880)}" width="${pen.random.whole(50, 190)}" height="5" rx="2.5" fill="#fff" opacity="0.2"/>`,
    )
  );
};

const shore: Scene = (pen, wall) => {
  const sea = mix("#2a9d9d", wall, 0.2);
  return (
    sky(pen, wall, "#fff1d9") +
    sun(pen, 270, 230, 70, "#ffd27a") +
    clouds(pen, "#ffffff") +
    `<rect y="540" width="1200" height="180" fill="${pen.fade(90, lift(sea, 0.12), lift(sea, 0.4))}"/>` +
    `<path d="M-10 650 Q300 620 620 660 T1210 640 V900 H-10Z" fill="#fff" opacity="0.6"/>` +
    `<path d="M-10 668 Q300 636 620 676 T1210 656 V900 H-10Z" fill="${pen.fade(90, "#efd6a4", "#f7e6c3")}"/>`
  );
};

function paving(pen: Pen): string {
  return `<rect y="740" width="1200" height="160" fill="${pen.fade(90, "#8c8794", "#b5aeb4")}"/>${times(12, (index) => `<path d="M${index * 112 - 40} 900 L${index * 100 + 20} 764" stroke="#6d6877" stroke-width="2" opacity="0.5"/>`)}<rect y="740" width="1200" height="24" fill="#d8d0cc"/><rect y="762" width="1200" height="5" fill="#6d6877" opacity="0.7"/>`;
}

const street: Scene = (pen, wall) => sky(pen, wall, lift(wall, 0.5)) + clouds(pen, "#ffffff", 3) + paving(pen);

export const outdoorScenes = { coast, openSea, desert, alps, valley, city, meadow, lake, shore, street, piazza };
