/** Where a Worker's time goes: V8's own sampling, summed by function. What is not JavaScript is "(program)". */
import { z } from "zod";

import { Inspector } from "./inspector.ts";

const SAMPLE_EVERY_US = 200;
const SHOWN = 45;

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof profile>;
const stopped = z.object({ profile });

/** Begins to sample; the returned function ends that and describes where the time went. */
export async function sample(address: URL): Promise<() => Promise<string>> {
  const inspector = await Inspector.open(address);
  await inspector.ask("Profiler.enable");
  await inspector.ask("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });
  await inspector.ask("Profiler.start");
  return async () => {
    const said = stopped.parse(await inspector.ask("Profiler.stop"));
    inspector.close();
    return summary(said.profile);
  };
}

function summary({ nodes, samples, timeDeltas }: Profile): string {
  const frames = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const nameOf = (id: number) => {
    const { functionName, lineNumber } = frames.get(id)?.callFrame ?? { functionName: "", lineNumber: 0 };
    return `${functionName || "(anonymous)"}:${lineNumber + 1}`;
  };
  const own = new Map<string, number>();
  const whole = new Map<string, number>();
  const entries = new Map<string, number>();
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const us = timeDeltas[index] ?? 0;
    const name = nameOf(id);
    if (name.startsWith("(idle)")) continue;
    all += us;
    own.set(name, (own.get(name) ?? 0) + us);
    const seen = new Set<string>();
    let entered = id;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      seen.add(nameOf(at));
      if (parents.has(at)) entered = at;
    }
    entries.set(nameOf(entered), (entries.get(nameOf(entered)) ?? 0) + us);
    for (const one of seen) whole.set(one, (whole.get(one) ?? 0) + us);
  }
  const percent = (us = 0) => `${((us / all) * 100).toFixed(1).padStart(5)} %`;
  const lines = (sums: ReadonlyMap<string, number>) =>
    Array.from(sums)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, us]) => `  ${percent(us)}  ${name}`);
  return [
    "by where it began",
    ...lines(entries),
    "in itself",
    ...lines(own),
    "with what it calls",
    ...lines(whole),
  ].join("\n");
}
