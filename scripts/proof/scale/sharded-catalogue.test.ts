import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { inOrder, nextOf, partOf, type Place, type Row, ShardedCatalogue } from "./sharded-catalogue.ts";

const RUNS = 500;
const MAX_DATABASES = 6;

// Few values and few parts, so that rows often have the same value, and parts move often.
const id = fc
  .tuple(fc.constantFrom("00", "01", "7f", "80", "fe", "ff"), fc.integer({ min: 0, max: 40 }))
  .map(([part, rest]) => `${part}${rest.toString(16).padStart(4, "0")}`);
const row: fc.Arbitrary<Row> = fc.record({ id, value: fc.integer({ min: 0, max: 5 }) });
const rows = fc.uniqueArray(row, { selector: (one) => one.id, maxLength: 60 });
const databases = fc.integer({ min: 1, max: MAX_DATABASES });
const limit = fc.integer({ min: 1, max: 9 });

type Change = (catalogue: ShardedCatalogue, plain: Map<string, Row>) => void;

const change: fc.Arbitrary<Change> = fc.oneof(
  row.map((written): Change => (catalogue, plain) => {
    catalogue.write(written);
    plain.set(written.id, written);
  }),
  id.map((removed): Change => (catalogue, plain) => {
    catalogue.remove(removed);
    plain.delete(removed);
  }),
  fc.tuple(id, fc.nat(MAX_DATABASES - 1)).map(([of, to]): Change => (catalogue) => {
    catalogue.beginMove(partOf(of), to);
  }),
  id.map((of): Change => (catalogue) => {
    catalogue.readFromNew(partOf(of));
  }),
);
/** Deletes the old copies: only between two pages, when no list reads them any more. */
const cleaning: fc.Arbitrary<Change> = id.map((of) => (catalogue) => {
  catalogue.endMove(partOf(of));
});

const textOf = ({ id: name, value }: Row) => `${name} ${value}`;

function filled(count: number, initial: readonly Row[]) {
  const catalogue = new ShardedCatalogue(count);
  const plain = new Map(initial.map((one) => [one.id, one]));
  for (const one of initial) catalogue.write(one);
  return { catalogue, plain };
}

/** Every page of a list; `meanwhile` happens between two pages, `within` between two answers of databases. */
function walk(catalogue: ShardedCatalogue, most: number, meanwhile = () => {}, within = () => {}) {
  const shown: Row[] = [];
  let after: Place | null = null;
  do {
    const page = catalogue.page(after, most, catalogue.table, within);
    shown.push(...page.rows);
    after = page.next;
    meanwhile();
  } while (after !== null);
  return shown;
}

describe("a list over several databases", () => {
  it("has the same pages as a list of one database", () => {
    fc.assert(
      fc.property(databases, rows, limit, (count, initial, most) => {
        const { catalogue } = filled(count, initial);
        const sorted = initial.toSorted((one, other) => one.value - other.value || (one.id < other.id ? -1 : 1));
        expect(walk(catalogue, most)).toEqual(sorted);
      }),
      { numRuns: RUNS },
    );
  });

  it("has on each page what one database would have, after any changes and moves, with a new or an old table", () => {
    const before = fc.record({
      changes: fc.array(change),
      cleanings: fc.array(cleaning, { maxLength: 1 }),
      isNew: fc.boolean(),
    });
    fc.assert(
      fc.property(rows, limit, fc.array(before), (initial, most, pages) => {
        const { catalogue, plain } = filled(MAX_DATABASES, initial);
        let after: Place | null = null;
        let oldTable = catalogue.table;
        for (const { changes, cleanings, isNew } of pages) {
          for (const one of cleanings) {
            oldTable = catalogue.table;
            one(catalogue, plain);
          }
          for (const one of changes) one(catalogue, plain);
          const page = catalogue.page(after, most, isNew ? catalogue.table : oldTable);
          const expected: Row[] = nextOf(Array.from(plain.values()), after, most + 1);
          expect(page.rows).toEqual(expected.slice(0, most));
          expect(page.next !== null).toBe(expected.length > most);
          after = page.next;
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("shows every unchanged row once, in order, while others change and parts move between two answers", () => {
    fc.assert(
      fc.property(
        rows,
        limit,
        fc.array(change, { maxLength: 60 }),
        fc.array(cleaning),
        (initial, most, changes, last) => {
          const { catalogue, plain } = filled(MAX_DATABASES, initial);
          const touched = new Set<string>();
          const everThere = new Set(initial.map(textOf));
          const apply = (one: Change | undefined) => {
            const before = new Map(plain);
            one?.(catalogue, plain);
            for (const key of [...before.keys(), ...plain.keys()]) {
              if (before.get(key) !== plain.get(key)) touched.add(key);
            }
            for (const now of plain.values()) everThere.add(textOf(now));
          };
          const shown = walk(
            catalogue,
            most,
            () => apply(last.pop()),
            () => apply(changes.pop()),
          );
          expect(shown).toEqual(shown.toSorted(inOrder));
          const stayed = initial.filter((one) => !touched.has(one.id)).toSorted(inOrder);
          expect(shown.filter((one) => !touched.has(one.id))).toEqual(stayed);
          // What did change is shown as it was at some time, if at all.
          for (const one of shown) expect(everThere).toContain(textOf(one));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

it("deleting the old rows while a list still reads with the old table loses rows, so they are kept for a while", () => {
  const { catalogue } = filled(2, [{ id: "800000", value: 1 }]);
  catalogue.beginMove(0x80, 0);
  let reads = 0;
  const { rows: shown } = catalogue.page(null, 5, catalogue.table, () => {
    reads += 1;
    if (reads > 1) return;
    catalogue.readFromNew(0x80);
    catalogue.endMove(0x80);
  });
  expect(shown).toEqual([]);
  expect(catalogue.page(null, 5).rows).toHaveLength(1);
});
