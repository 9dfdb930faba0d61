/** docs/operations.md lists every event that the Worker logs, and no other. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { ROOT } from "../command-line/project.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/**
 * The names of the events in a source file. Durable Objects log literal names, and requests log members of the event
 * type.
 */
function eventsIn(source: string): string[] {
  const literals = Array.from(source.matchAll(/\bevent: "(\w+)"/g), ([, name = ""]) => name);
  const union = /export type SecurityEvent =([^;]+);/.exec(source)?.[1] ?? "";
  const otherNames = Array.from(source.matchAll(/event: SecurityEvent \| "(\w+)"/g), ([, name = ""]) => name);
  return [...literals, ...Array.from(union.matchAll(/"(\w+)"/g), ([, name = ""]) => name), ...otherNames];
}

const sources = globSync("worker/**/*.ts", { cwd: ROOT }).filter((file) => !/\.test\.ts$|\/testing\//.test(file));
const loggedEvents = new Set(sources.flatMap((file) => eventsIn(read(file))));
const page = read("docs/operations.md");
const [alerts = "", list = ""] = page.split("## Every event");
const listedEvents = new Set(Array.from(list.matchAll(/^\| `(\w+)` +\|/gm), ([, name]) => name));

it("operations.md describes exactly the events that the Worker logs", () => {
  expect(loggedEvents.size).toBeGreaterThan(25);
  expect(listedEvents).toEqual(loggedEvents);
});

it("the Worker logs every event that an alert queries", () => {
  const alertEvents = Array.from(alerts.matchAll(/`event = "(\w+)"/g), ([, name = ""]) => name);
  expect(alertEvents).toEqual(expect.arrayContaining(["self_heal", "alarm_failed", "delivery_stalled"]));
  expect(alertEvents.filter((name) => !loggedEvents.has(name))).toEqual([]);
});

it("every log line contains an event", () => {
  const lines = sources.flatMap((file) =>
    Array.from(read(file).matchAll(/console\.\w+\(([^;]+);/g), ([, line]) => line),
  );
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !line?.includes("event"))).toEqual([]);
});
