/**
 * Rooms for things that stand: a wall, a surface, and one architectural idea each. The surface begins at y 640 and
 * things stand at about y 745, the middle of the picture at x 600.
 */
// @ts-nocheck

import { lift, mix, sink } from "./colour.ts";
import { n, type Pen, times } from "./pen.ts";

/** Draws what is behind the thing, in tones of one wall colour. */
export type Scene = (pen: Pen, wall: string) => string;

function room(pen: Pen, wall: string, floor = lift(wall, 0.24)): string {
  const light = pen.glow(0.28, 0.2, 0.95, lift(wall, 0.34), [0.5, wall], sink(wall, 0.2));
  const ground = pen.fade(90, [0, sink(floor, 0.2)], [0.16, floor], [1, lift(floor, 0.2)]);
  return (
    `<rect width="1200" height="900" fill="${light}"/><rect y="640" width="1200" height="260" fill="${ground}"/>` +
    `<rect y="640" width="1200" height="3" fill="${lift(floor, 0.4)}" opacity="0.7"/>`
  );
}

/** A niche with a rounded top, cut into the wall. */
const niche: Scene = (pen, wall) => {
  const hollow = pen.fade(100, sink(wall, 0.42), sink(wall, 0.2));
  const side = pen.fade(90, sink(wall, 0.5), sink(wall, 0.34));
  const opening = "M300 640 V400 a300 300 0 0 1 600 0 V640 Z";
  return (
    room(pen, wall) +
    `<path d="${opening}" fill="${lift(wall, 0.4)}" transform="translate(-5 -5)"/>` +
    `<path d="${opening}" fill="${side}"/>` +
    pen.clip(
      `<path d="${opening}"/>`,
      `<path d="${opening}" fill="${hollow}" transform="translate(38 20)"/><rect x="300" y="632" width="600" height="30" fill="${sink(wall, 0.3)}" opacity="0.35"/>`,
    )
  );
};

/** A great disc, low behind the thing. */
const disc: Scene = (pen, wall) => {
  const glow = pen.fade(70, lift(wall, 0.5), mix(lift(wall, 0.1), "#ff9d6c", 0.28));
  return (
    room(pen, wall, sink(wall, 0.12)) +
    `<circle cx="600" cy="408" r="318" fill="${sink(wall, 0.16)}" opacity="0.35"/>` +
    pen.clip('<rect width="1200" height="640"/>', `<circle cx="600" cy="400" r="292" fill="${glow}"/>`)
  );
};

/** Afternoon light through a window that is not in the picture. */
const daylight: Scene = (pen, wall) => {
  const beam = pen.fade(40, [0, "#fff6dc", 0.75], [1, "#ffe9b8", 0.3]);
  const pane = (x: number, y: number) =>
    `<path d="M${x} ${y} l150 -38 l0 188 l-150 38 z" fill="${beam}" transform="skewX(-14)"/>`;
  const panes = times(3, (row) => times(3, (column) => pane(250 + column * 172, 95 + row * 212 - column * 44)));
  const onFloor = `<path d="M180 690 L560 655 L880 655 L560 720 Z M300 800 L660 742 L1010 742 L760 850 Z" fill="#fff3d0" opacity="0.45"/>`;
  return room(pen, wall) + pen.clip('<rect width="1200" height="640"/>', panes) + onFloor;
};

const leaflet = (index: number) => {
  const [t, side] = [Math.floor(index / 2) / 13, index % 2 ? 1 : -1];
  const length = 235 * Math.sin(Math.PI * (0.16 + t * 0.8));
  const [x, y] = [t * 620, -90 * Math.sin(t * 2.6)];
  return `<path d="M${n(x)} ${n(y)} q${n(length * 0.55)} ${n(side * length * 0.32)} ${n(length * 0.72)} ${n(side * length)} q${n(-length * 0.62)} ${n(-side * length * 0.46)} ${n(-length * 0.72)} ${n(-side * length)}"/>`;
};

/** The shadow of a palm leaf on a plain wall. */
const palm: Scene = (pen, wall) => {
  const frond = times(28, leaflet);
  const shade = `<g fill="${sink(wall, 0.62)}" opacity="0.3" filter="${pen.blur(7)}"><g transform="translate(-90 300) rotate(-14)">${frond}</g><g transform="translate(1260 60) rotate(148) scale(0.9)">${frond}</g></g>`;
  return room(pen, wall) + pen.clip('<rect width="1200" height="640"/>', shade);
};

/** Steps and solids in the wall's own colour, as in a studio set. */
const studio: Scene = (pen, wall) => {
  const arch = pen.fade(0, lift(wall, 0.32), sink(wall, 0.1));
  const column = pen.round(mix(wall, "#f3b98f", 0.35));
  const step = pen.fade(90, lift(wall, 0.55), lift(wall, 0.3));
  return (
    room(pen, wall) +
    `<path d="M770 640 V330 a165 165 0 0 1 330 0 V640 h-100 V330 a65 65 0 0 0 -130 0 V640 Z" fill="${arch}"/>` +
    `<ellipse cx="235" cy="652" rx="125" ry="20" fill="${sink(wall, 0.4)}" opacity="0.35"/>` +
    `<path d="M130 640 V380 h210 V640 q-105 26 -210 0Z" fill="${column}"/><ellipse cx="235" cy="380" rx="105" ry="19" fill="${lift(wall, 0.5)}"/>` +
    pen.contact(600, 800, 430, 40, 0.35) +
    `<path d="M210 745 v36 q390 62 780 0 v-36 z" fill="${sink(wall, 0.06)}"/><ellipse cx="600" cy="745" rx="390" ry="50" fill="${step}"/>`
  );
};

/** A curtain in folds at one side. */
const curtain: Scene = (pen, wall) => {
  const cloth = mix(sink(wall, 0.14), "#b4533c", 0.3);
  const folds = times(9, (index) => {
    const [x, width] = [-40 + index * 46 - (index % 2) * 8, 62 + (index % 3) * 9];
    const sway = 26 * Math.sin(index * 1.7);
    const fill = pen.fade(0, sink(cloth, 0.34), [0.35, lift(cloth, 0.2)], [0.6, cloth], sink(cloth, 0.4));
    return `<path d="M${x} -10 C${n(x + sway)} 220 ${n(x - sway)} 430 ${x} 676 q${width / 2} 16 ${width} 0 C${n(x + width - sway)} 430 ${n(x + width + sway)} 220 ${x + width} -10Z" fill="${fill}"/>`;
  });
  return (
    room(pen, wall) +
    `<rect x="380" width="120" height="690" fill="${pen.fade(0, [0, "#150d26", 0.42], [1, "#150d26", 0])}"/>` +
    folds
  );
};

/** Panelled wall and a wooden table. */
const panelled: Scene = (pen, wall) => {
  const frame = (x: number, width: number) =>
    `<rect x="${x}" y="70" width="${width}" height="480" fill="none" stroke="${sink(wall, 0.22)}" stroke-width="7"/><rect x="${x - 5}" y="65" width="${width}" height="480" fill="none" stroke="${lift(wall, 0.34)}" stroke-width="3"/><rect x="${x + 22}" y="92" width="${width - 44}" height="436" fill="none" stroke="${sink(wall, 0.12)}" stroke-width="2"/>`;
  const wood = "#8a5a3a";
  const grain = times(7, (index) => {
    const y = 668 + index * 26;
    return `<path d="M0 ${y} q300 ${pen.random.whole(-9, 9)} 600 0 t600 ${pen.random.whole(-5, 5)}" fill="none" stroke="${sink(wood, 0.3)}" stroke-width="2" opacity="0.3"/>`;
  });
  return (
    room(pen, wall) +
    frame(60, 300) +
    frame(430, 340) +
    frame(840, 300) +
    `<rect y="640" width="1200" height="220" fill="${pen.fade(90, sink(wood, 0.3), [0.2, wood], lift(wood, 0.22))}"/>${grain}` +
    `<rect y="850" width="1200" height="50" fill="${pen.fade(90, sink(wood, 0.25), sink(wood, 0.55))}"/><rect y="848" width="1200" height="4" fill="${lift(wood, 0.4)}"/>`
  );
};

/** Two planes of colour that meet at a slant. */
const slant: Scene = (pen, wall) => {
  const other = mix(sink(wall, 0.2), "#2f5d8a", 0.3);
  const plane = pen.fade(90, lift(other, 0.12), sink(other, 0.14));
  return (
    room(pen, wall) +
    `<path d="M1200 0 H690 L440 640 H1200Z" fill="${plane}"/><path d="M440 640 L340 900 H1200 V640Z" fill="${pen.fade(90, sink(other, 0.22), lift(other, 0.2))}"/>`
  );
};

/** Tall stripes, tone on tone. */
const stripes: Scene = (pen, wall) =>
  room(pen, wall) +
  times(
    11,
    (index) => `<rect x="${index * 112 - 16}" width="56" height="640" fill="${lift(wall, 0.3)}" opacity="0.32"/>`,
  ) +
  `<rect width="1200" height="640" fill="${pen.fade(0, [0, "#fff6e0", 0.25], [0.5, wall, 0], [1, sink(wall, 0.6), 0.35])}"/>`;

const sheetShadow = (d: string) =>
  times(
    7,
    (index) => `<path d="${d}" fill="#150d26" opacity="0.045" transform="translate(${index} ${-index * 3.2})"/>`,
  );

/** Seen from above: sheets of cut paper, one on the other. */
const paper: Scene = (pen, wall) => {
  // A sheet's shadow in thin steps: a blur of this size would cost more than the whole picture.
  const sheet = (d: string, colour: string) =>
    `${sheetShadow(d)}<path d="${d}" fill="${pen.fade(50, lift(colour, 0.12), sink(colour, 0.06))}"/>`;
  const { whole } = pen.random;
  const [a, b, c] = [whole(-60, 60), whole(-60, 60), whole(-60, 60)];
  return (
    `<rect width="1200" height="900" fill="${pen.fade(50, sink(wall, 0.2), sink(wall, 0.34))}"/>` +
    sheet(
      `M-40 ${150 + a} C250 ${20 + b} 420 ${260 + a} 700 ${120 + c} S1100 ${60 + b} 1260 ${180 + a} V960 H-40Z`,
      sink(wall, 0.08),
    ) +
    sheet(
      `M-40 ${330 + b} C260 ${210 + a} 330 ${500 + c} 650 ${330 + b} S1010 ${300 + c} 1260 ${420 + a} V960 H-40Z`,
      lift(wall, 0.16),
    ) +
    sheet(
      `M-40 ${620 + c} C200 ${520 + b} 460 ${760 + a} 720 ${640 + c} S1060 ${560 + a} 1260 ${690 + b} V960 H-40Z`,
      lift(wall, 0.42),
    )
  );
};

/** Seen from above: stone, in large slabs. */
const stone: Scene = (pen, wall) => {
  const vein = () => {
    const { whole } = pen.random;
    const [x, y] = [whole(-100, 1100), whole(-50, 850)];
    return `<path d="M${x} ${y} q${whole(40, 180)} ${whole(-60, 90)} ${whole(200, 340)} ${whole(20, 160)} t${whole(120, 300)} ${whole(10, 130)}" fill="none" stroke="${sink(wall, 0.3)}" stroke-width="${whole(10, 60)}" stroke-linecap="round" opacity="0.05"/>`;
  };
  return (
    `<rect width="1200" height="900" fill="${pen.glow(0.3, 0.22, 1, lift(wall, 0.45), [0.55, wall], sink(wall, 0.26))}"/>${times(7, vein)}` +
    `<circle cx="600" cy="455" r="345" fill="${lift(wall, 0.3)}" opacity="0.5"/><circle cx="600" cy="455" r="345" fill="none" stroke="${lift(wall, 0.6)}" stroke-width="2" opacity="0.6"/>`
  );
};

/** A gallery wall with a wooden floor, for what hangs. */
const gallery: Scene = (pen, wall) => {
  const spot = pen.glow(0.5, 0.42, 0.55, [0, lift(wall, 0.6), 0.95], [1, lift(wall, 0.4), 0]);
  const wood = "#b98b5e";
  const boards = times(8, (index) => {
    const x = -300 + index * 260;
    return `<path d="M${600 + (x - 600) * 0.62} 770 L${x} 900" stroke="${sink(wood, 0.35)}" stroke-width="3" opacity="0.5"/>`;
  });
  return (
    `<rect width="1200" height="900" fill="${pen.fade(90, sink(wall, 0.12), wall)}"/><rect width="1200" height="770" fill="${spot}"/>` +
    `<rect y="770" width="1200" height="130" fill="${pen.fade(90, sink(wood, 0.3), lift(wood, 0.1))}"/>${boards}<rect y="748" width="1200" height="24" fill="${lift(wall, 0.5)}"/><rect y="770" width="1200" height="4" fill="${sink(wood, 0.6)}" opacity="0.6"/>`
  );
};

export const indoorScenes = {
  niche,
  disc,
  daylight,
  palm,
  studio,
  curtain,
  panelled,
  slant,
  stripes,
  paper,
  stone,
  gallery,
};
