/** The tables of docs/scale.md about what bids and visits cost. */
import { hotBid, included, loneBid, METERS, perMillion, totalPerMillion, type Usage, VISIT } from "./bill.ts";
import { ASSUMED, OURS, PEOPLE, ROWS, SECONDS_OF_MONTH } from "./costs.ts";
import { dollars, number, rough, type Table } from "./document.ts";
import { OTHER_PRICES, PRICES } from "./published.ts";

/** Bids a second of a hot auction. */
const HOT_RATE = 20;

const millions = (value: number) => `${rough(value / 1_000_000)} million`;

export function rowsOfBids(): Table {
  const lone = loneBid("socket");
  const hot = hotBid(HOT_RATE);
  const seconds = OURS.rounds.gatherMs / 1_000;
  return {
    head: ["Rows written", "Formula", "A bid alone", `One of ${HOT_RATE} a second`],
    rows: [
      [
        "in the room",
        `${ROWS.turn} a turn + ${ROWS.bidInTurn} a bid + ${ROWS.cursors} cursors a round + ${ROWS.alarm} an alarm`,
        rough(ROWS.turn + ROWS.bidInTurn + ROWS.cursors + 2 * ROWS.alarm),
        rough(ROWS.turn + ROWS.bidInTurn + ROWS.cursors / HOT_RATE / seconds),
      ],
      ["in D1", `${ROWS.round} a round + ${ROWS.bidInRound} a bid`, rough(lone.d1Rows), rough(hot.d1Rows)],
      [
        "in inboxes",
        `${ROWS.firstNote} a first note, ${ROWS.note} a later one`,
        rough(2 * ROWS.firstNote),
        rough(ROWS.note * (1 + 1_000 / OURS.sellerNoteMs / HOT_RATE)),
      ],
      ["in all", "", rough(lone.objectRows + lone.d1Rows), rough(hot.objectRows + hot.d1Rows)],
    ],
  };
}

export function bill(): Table {
  const columns: readonly (readonly [string, Usage])[] = [
    ["Bids alone, REST", loneBid("REST")],
    ["Bids alone, sockets", loneBid("socket")],
    [`Bids at ${HOT_RATE} a second, sockets`, hotBid(HOT_RATE)],
    ["Visits to an auction", VISIT],
  ];
  return {
    head: ["A million of", ...columns.map(([name]) => name)],
    rows: [
      ...METERS.map((meter) => [PRICES[meter].what, ...columns.map(([, usage]) => dollars(perMillion(usage, meter)))]),
      ["in all", ...columns.map(([, usage]) => dollars(totalPerMillion(usage)))],
      [
        "a month before anything costs extra",
        ...columns.map(([, usage]) => `${rough(included(usage).count / 1_000_000)} million`),
      ],
      ["what is used up first", ...columns.map(([, usage]) => PRICES[included(usage).meter].what)],
    ],
  };
}

/** What people's bids and visits cost in a month, as if nothing were included. */
export function billOfMonth(): Table {
  return {
    head: ["People in the busiest second", "Bids a month", "Visits a month", "Bids", "Visits", "In all, with the plan"],
    rows: PEOPLE.map((people) => {
      const seconds = people * ASSUMED.averageOfPeak * SECONDS_OF_MONTH;
      const bids = seconds / ASSUMED.secondsBetweenBids;
      const visits = seconds / ASSUMED.secondsBetweenVisits;
      const forBids = (bids / 1_000_000) * totalPerMillion(loneBid("socket"));
      const forVisits = (visits / 1_000_000) * totalPerMillion(VISIT);
      return [
        number(people),
        millions(bids),
        millions(visits),
        `$${rough(forBids)}`,
        `$${rough(forVisits)}`,
        `$${rough(forBids + forVisits + OTHER_PRICES.plan.value)}`,
      ];
    }),
  };
}

export function prices(): Table {
  return {
    head: ["Price", "Dollars", "Included each month", "Page"],
    rows: [...Object.values(PRICES), ...Object.values(OTHER_PRICES)].map(
      ({ what, value, unit, included: free, page }) => [
        what,
        `$${number(value, value < 0.1 ? 3 : 2)} ${unit}`,
        number(free),
        page,
      ],
    ),
  };
}
