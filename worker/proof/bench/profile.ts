/** Where a Worker's time goes: V8's own sampling, summed by function. What is not JavaScript is "(program)". */
import { z } from "zod";

const SAMPLE_EVERY_US = 200;
const SHOWN = 45;

const target = z.object({ webSocketDebuggerUrl: z.string(), title: z.string() });
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
const stopped = z.object({ id: z.number(), result: z.object({ profile }) });

/** Begins to sample; what comes back ends it and words where the time went. */
export async function sample(inspector: URL): Promise<() => Promise<string>> {
  const list = await (await fetch(`http://${inspector.host}/json`)).json();
  const main = z
    .array(target)
    .parse(list)
    .find(({ title }) => title.includes("bench"));
  if (!main) throw new Error("nothing to inspect");
  const socket = new WebSocket(main.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const send = (id: number, method: string, params = {}) => socket.send(JSON.stringify({ id, method, params }));
  send(1, "Profiler.enable");
  send(2, "Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });
  send(3, "Profiler.start");
  return async () => {
    const answer = new Promise<string>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const said = stopped.safeParse(JSON.parse(String(data)));
        if (said.success) resolve(summary(said.data.result.profile));
      });
    });
    send(4, "Profiler.stop");
    const text = await answer;
    socket.close();
    return text;
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
