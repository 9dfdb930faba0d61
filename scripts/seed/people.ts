/**
 * The people in the seeded marketplace. They're fictional, and email to their addresses reaches no one. All share one
 * password, which the README shows so that a visitor can sign in as any of them.
 */
import { stableId } from "./stable-id.ts";

export const DEMO_PASSWORD = "Going-Twice-26";

type InventedPerson = {
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly hometown: string;
  /** How long before the seeding they signed up. */
  readonly joinedDaysAgo: number;
};

const INVENTED_PEOPLE = [
  { name: "amara", firstName: "Amara", lastName: "Okafor", hometown: "Lagos", joinedDaysAgo: 412 },
  { name: "mateo", firstName: "Mateo", lastName: "Rivera", hometown: "Buenos Aires", joinedDaysAgo: 389 },
  { name: "yuki", firstName: "Yuki", lastName: "Tanaka", hometown: "Kyoto", joinedDaysAgo: 365 },
  { name: "ingrid", firstName: "Ingrid", lastName: "Solberg", hometown: "Bergen", joinedDaysAgo: 340 },
  { name: "priya", firstName: "Priya", lastName: "Raman", hometown: "Chennai", joinedDaysAgo: 322 },
  { name: "lukas", firstName: "Lukas", lastName: "Hofmann", hometown: "Vienna", joinedDaysAgo: 301 },
  { name: "leila", firstName: "Leila", lastName: "Haddad", hometown: "Beirut", joinedDaysAgo: 266 },
  { name: "tane", firstName: "Tane", lastName: "Parata", hometown: "Wellington", joinedDaysAgo: 231 },
  { name: "chiara", firstName: "Chiara", lastName: "Bellini", hometown: "Milan", joinedDaysAgo: 204 },
  { name: "kwame", firstName: "Kwame", lastName: "Mensah", hometown: "Accra", joinedDaysAgo: 178 },
  { name: "zofia", firstName: "Zofia", lastName: "Nowak", hometown: "Kraków", joinedDaysAgo: 150 },
  { name: "minh", firstName: "Minh", lastName: "Tran", hometown: "Hanoi", joinedDaysAgo: 121 },
  { name: "grace", firstName: "Grace", lastName: "Whitfield", hometown: "Chicago", joinedDaysAgo: 97 },
  { name: "etienne", firstName: "Étienne", lastName: "Gagnon", hometown: "Montréal", joinedDaysAgo: 74 },
] as const satisfies readonly InventedPerson[];

export type PersonName = (typeof INVENTED_PEOPLE)[number]["name"];

export type SeededPerson = InventedPerson & { readonly name: PersonName; readonly id: string; readonly email: string };

export const PEOPLE: readonly SeededPerson[] = INVENTED_PEOPLE.map((person) => ({
  ...person,
  id: stableId(`person ${person.name}`),
  email: `${person.name}@lotline.example`,
}));

/** The file of a person's image, in images/people. */
export function imageFileOf({ name }: SeededPerson): string {
  return `${name}.webp`;
}

export function personNamed(name: PersonName): SeededPerson {
  const person = PEOPLE.find((candidate) => candidate.name === name);
  if (!person) throw new Error(`no person is called ${name}`);
  return person;
}
