/** One picture for one lot: a subject in its own inks, in a scene in its own tone. The same lot, the same picture. */
import { indoorScenes } from "./indoor-scenes.ts";
import { outdoorScenes } from "./outdoor-scenes.ts";
import { n, Pen } from "./pen.ts";
import * as accessories from "./subjects/accessories.ts";
import * as antiques from "./subjects/antiques.ts";
import * as art from "./subjects/art.ts";
import * as buildings from "./subjects/buildings.ts";
import * as cars from "./subjects/cars.ts";
import * as clothes from "./subjects/clothes.ts";
import * as collectibles from "./subjects/collectibles.ts";
import * as electronics from "./subjects/electronics.ts";
import * as furniture from "./subjects/furniture.ts";
import * as gaming from "./subjects/gaming.ts";
import * as hifi from "./subjects/hifi.ts";
import * as houses from "./subjects/houses.ts";
import * as jewellery from "./subjects/jewellery.ts";
import * as twoWheels from "./subjects/two-wheels.ts";
import * as watches from "./subjects/watches.ts";

const { roadster, coupe, camper, pickup, caravan } = cars;
const { sailboat, ...ridden } = twoWheels;

const SCENES = { ...indoorScenes, ...outdoorScenes };
const SUBJECTS = {
  ...accessories,
  ...antiques,
  ...art,
  ...buildings,
  ...clothes,
  ...collectibles,
  ...electronics,
  ...furniture,
  ...gaming,
  ...hifi,
  ...houses,
  ...jewellery,
  ...watches,
  sailboat,
  ...ridden,
  roadster,
  coupe,
  camper,
  pickup,
  caravan,
};

/** Drawn to their own scale, these leave too much sky: they are shown larger, about the point where they stand. */
const LARGER: Partial<Record<keyof typeof SUBJECTS, number>> = {
  roadster: 1.18,
  coupe: 1.16,
  pickup: 1.14,
  camper: 1.16,
  caravan: 1.06,
  motorcycle: 1.2,
  scooter: 1.12,
  bicycle: 1.1,
  stamps: 1.22,
  coins: 1.08,
  cartridges: 1.2,
  bangle: 1.3,
  gameConsole: 1.16,
  sunglasses: 1.2,
  pearls: 1.06,
};

export type Picture = {
  readonly subject: keyof typeof SUBJECTS;
  /** A variant, where a subject has several. */
  readonly look?: string;
  readonly scene: keyof typeof SCENES;
  readonly wall: string;
  /** Body, second material, loud detail. */
  readonly inks: readonly [main: string, second: string, accent: string];
};

/** What of a drawing is seen: all of it, or a part close up. The same proportions, so that nothing is cut off. */
const VIEWS = {
  whole: "0 0 1200 900",
  middle: "330 270 540 405",
  side: "170 400 420 315",
};
export type View = keyof typeof VIEWS;

/** SVG, 1200 by 900. `key` steers the small accidents of the drawing: cracks, clouds, grain. */
export function illustrate(key: string, { subject, look, scene, wall, inks }: Picture, view: View = "whole"): string {
  const [main, second, accent] = inks;
  const pen = new Pen(key, { main, second, accent }, look);
  const back = SCENES[scene](pen, wall);
  const thing = SUBJECTS[subject](pen);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${VIEWS[view]}" width="1200" height="900"><defs>${pen.defs}</defs>${back}${enlarged(thing, LARGER[subject] ?? 1, scene)}</svg>`;
}

function enlarged(thing: string, by: number, scene: Picture["scene"]): string {
  if (by === 1) return thing;
  // What lies on a surface grows about its middle, what stands about its foot.
  const y = scene === "paper" || scene === "stone" || scene === "daylight" ? 470 : 765;
  return `<g transform="translate(${n(600 - 600 * by)} ${n(y - y * by)}) scale(${by})">${thing}</g>`;
}
