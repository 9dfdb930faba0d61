/** Seeds that once found a mistake, in the product or in a judge, with a description. They run in every test. */
export const KEPT_SEEDS: ReadonlyMap<number, string> = new Map([
  [5, "an alarm that is due at once fired without end for a room whose clock was behind (the simulated platform)"],
  [9, "a relay's internal_error was taken for a refusal of the bid (a judge)"],
  [
    91,
    "a relay that was replaced reported to its room that it has no watchers, and its watchers were not counted any more",
  ],
  [187, "D1 was set back while newer facts were owed, and a bid from before them never came back"],
  [58, "as 168: a run of the sweep noted in the second set-back what it had compared after the first"],
  [168, "D1 was set back twice, and a run of the sweep that settled the first time ended the second"],
  [292, "D1 was set back, which ended the session: a deletion missed the room whose bid D1 had lost"],
  [308, "an auction was removed after its end, the alarm was lost, and no sweep asked its room any more"],
  [456, "a seller who was being deleted blocked someone, and the row stayed in D1"],
  [1141, "a removed auction's room lost its alarm before it was empty, and no sweep asked it any more"],
  [1373, "as 456"],
  [1634, "D1 was set back during a log-out, which was acknowledged, and no room refused the session"],
  [1774, "a room's first delivery and its alarm were lost, and D1 had no pending row of it (the simulation)"],
  [2215, "an end was recorded days later, the alarm was lost, and the sweep counted its two days from the end"],
  [4859, "a seller was deleted whose lot had no row in D1: the Worker gives a listing its row first (the simulation)"],
  [
    9284,
    "a call to D1 hung, its retry waited, and the backlog took two rounds: longer than the bound (the simulation)",
  ],
  [501_609, "a listing's event that a client had missed showed what a later edit made of it (a judge)"],
  [504_070, "a purchase from the leader took the place of the notice that they had been outbid before"],
  [3_002_359, "D1 was set back to before a withdrawal, got a newer fact, and the bid that was back stayed"],
  [3_002_625, "an auction was cancelled before its end, and the sweep counted its two days from that fact alone"],
]);
