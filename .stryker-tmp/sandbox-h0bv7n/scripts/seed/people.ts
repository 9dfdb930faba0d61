/**
 * The people of the seeded marketplace. They are inventions, at addresses that reach nobody; all share one password,
 * which the README names so that a visitor can be any of them.
 */
// @ts-nocheck

import type { Face } from "./illustrations/portrait.ts";
import { stableId } from "./stable-id.ts";

export const DEMO_PASSWORD = "Lotline2026";

type Invention = {
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly from: string;
  /** How long before the seeding they signed up. */
  readonly joinedDaysAgo: number;
  readonly face: Face;
};

const INVENTIONS = [
  {
    name: "amara",
    firstName: "Amara",
    lastName: "Okafor",
    from: "Lagos",
    joinedDaysAgo: 412,
    face: {
      skin: "#8a5638",
      hair: "#1f1719",
      style: "cloud",
      wall: "#e7a86a",
      cloth: "#2f6f68",
      collar: "wrap",
      earrings: "#e0b04f",
    },
  },
  {
    name: "mateo",
    firstName: "Mateo",
    lastName: "Rivera",
    from: "Buenos Aires",
    joinedDaysAgo: 389,
    face: {
      skin: "#d39a70",
      hair: "#2b1d18",
      style: "swept",
      wall: "#7fb0b8",
      cloth: "#b5483a",
      collar: "shirt",
      beard: "stubble",
    },
  },
  {
    name: "yuki",
    firstName: "Yuki",
    lastName: "Tanaka",
    from: "Kyoto",
    joinedDaysAgo: 365,
    face: { skin: "#f0c9a4", hair: "#201a22", style: "bob", wall: "#e3a3a0", cloth: "#33486b", collar: "roll" },
  },
  {
    name: "ingrid",
    firstName: "Ingrid",
    lastName: "Solberg",
    from: "Bergen",
    joinedDaysAgo: 340,
    face: { skin: "#f3cdb2", hair: "#d9b06a", style: "braid", wall: "#8fa8c9", cloth: "#e9e2d2", collar: "roll" },
  },
  {
    name: "priya",
    firstName: "Priya",
    lastName: "Raman",
    from: "Chennai",
    joinedDaysAgo: 322,
    face: {
      skin: "#b0754c",
      hair: "#1c1416",
      style: "long",
      wall: "#d9c06a",
      cloth: "#a3305a",
      collar: "wrap",
      earrings: "#e8c15a",
    },
  },
  {
    name: "lukas",
    firstName: "Lukas",
    lastName: "Hofmann",
    from: "Vienna",
    joinedDaysAgo: 301,
    face: {
      skin: "#edc2a2",
      hair: "#8f8b88",
      style: "parted",
      wall: "#9fb08a",
      cloth: "#4a3f4f",
      collar: "jacket",
      glasses: "#3a2d2a",
      older: true,
    },
  },
  {
    name: "leila",
    firstName: "Leila",
    lastName: "Haddad",
    from: "Beirut",
    joinedDaysAgo: 266,
    face: {
      skin: "#dba881",
      hair: "#2f7f8f",
      brows: "#3a2620",
      style: "scarf",
      wall: "#eecfb0",
      cloth: "#384a63",
      collar: "crew",
    },
  },
  {
    name: "tane",
    firstName: "Tane",
    lastName: "Parata",
    from: "Wellington",
    joinedDaysAgo: 231,
    face: {
      skin: "#a56c46",
      hair: "#231a18",
      style: "bun",
      wall: "#6f9f86",
      cloth: "#d9a54a",
      collar: "crew",
      beard: "full",
    },
  },
  {
    name: "chiara",
    firstName: "Chiara",
    lastName: "Bellini",
    from: "Milan",
    joinedDaysAgo: 204,
    face: {
      skin: "#eebf98",
      hair: "#6b3a24",
      style: "curls",
      wall: "#b58fb5",
      cloth: "#23344a",
      collar: "jacket",
      earrings: "#dfe3e8",
    },
  },
  {
    name: "kwame",
    firstName: "Kwame",
    lastName: "Mensah",
    from: "Accra",
    joinedDaysAgo: 178,
    face: {
      skin: "#6b412c",
      hair: "#171214",
      style: "cropped",
      wall: "#e07f5a",
      cloth: "#f0e6d2",
      collar: "shirt",
      beard: "moustache",
    },
  },
  {
    name: "zofia",
    firstName: "Zofia",
    lastName: "Nowak",
    from: "Kraków",
    joinedDaysAgo: 150,
    face: {
      skin: "#f4d2b8",
      hair: "#a8502c",
      style: "long",
      wall: "#7fa39a",
      cloth: "#5a3f6b",
      collar: "crew",
      glasses: "#a8502c",
    },
  },
  {
    name: "minh",
    firstName: "Minh",
    lastName: "Tran",
    from: "Hanoi",
    joinedDaysAgo: 121,
    face: {
      skin: "#e3b488",
      hair: "#1e191d",
      style: "parted",
      wall: "#8fa0d0",
      cloth: "#3f7f5f",
      collar: "crew",
      glasses: "#24202a",
    },
  },
  {
    name: "grace",
    firstName: "Grace",
    lastName: "Whitfield",
    from: "Chicago",
    joinedDaysAgo: 97,
    face: {
      skin: "#7a4b33",
      hair: "#c9c4c0",
      style: "cropped",
      wall: "#c97f8f",
      cloth: "#2f2b38",
      collar: "roll",
      earrings: "#e8c15a",
      older: true,
    },
  },
  {
    name: "etienne",
    firstName: "Étienne",
    lastName: "Gagnon",
    from: "Montréal",
    joinedDaysAgo: 74,
    face: {
      skin: "#ecc1a0",
      hair: "#7a5538",
      style: "bald",
      wall: "#6f86a8",
      cloth: "#c98a3a",
      collar: "shirt",
      beard: "full",
    },
  },
] as const satisfies readonly Invention[];

export type PersonName = (typeof INVENTIONS)[number]["name"];

export type SeededPerson = Invention & { readonly name: PersonName; readonly id: string; readonly email: string };

export const PEOPLE: readonly SeededPerson[] = INVENTIONS.map((invention) => ({
  ...invention,
  id: stableId(`person ${invention.name}`),
  email: `${invention.name}@lotline.example`,
}));

export function personNamed(name: PersonName): SeededPerson {
  const person = PEOPLE.find((candidate) => candidate.name === name);
  if (!person) throw new Error(`nobody is called ${name}`);
  return person;
}
