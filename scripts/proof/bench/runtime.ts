/**
 * A built Worker in the pinned workerd. Clients reach it directly, with no dev proxy or entry Worker in between.
 * Durable Objects and D1 are stored on disk.
 */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";

import { ROOT } from "../../command-line/project.ts";
import { NO_NEW_MEMBER_LIMITS } from "../../server/secrets.ts";

export type Bundle = { readonly config: string; readonly script: string };

/** Builds the bundle that `wrangler deploy` would upload. `checkoutDir` is the configuration's checkout. */
export async function bundle(config: string, outDir: string, checkoutDir = ROOT): Promise<Bundle> {
  await mkdir(path.join(checkoutDir, "dist"), { recursive: true });
  await promisify(execFile)(
    path.join(ROOT, "node_modules/.bin/wrangler"),
    ["deploy", "--dry-run", "--config", config, "--outdir", outDir],
    { cwd: checkoutDir, env: { ...process.env, WRANGLER_SEND_METRICS: "false", LOTLINE_BUILT: "1" } },
  );
  const file = (await readdir(outDir)).find((name) => name.endsWith(".js"));
  if (!file) throw new Error(`no bundle in ${outDir}`);
  const script = await readFile(path.join(outDir, file), "utf8");
  return { config, script };
}

export type RuntimeOptions = {
  readonly port: number;
  readonly stateDir: string;
  readonly vars?: Readonly<Record<string, string>>;
};

export class Runtime {
  readonly port: number;
  readonly url: string;
  readonly #miniflare: Miniflare;

  constructor(port: number, miniflare: Miniflare) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#miniflare = miniflare;
  }

  static async start({ config, script }: Bundle, options: RuntimeOptions): Promise<Runtime> {
    const { port, stateDir, vars = {} } = options;
    const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
    // Leaves out the assets, because the platform's own router serves them in front of the Worker.
    const { modulesRules: _rules, cronTriggers: _crons, assets: _assets, ...bindings } = workerOptions;
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        cf: false,
        handleStructuredLogs: () => {},
        // The subfolder in which a local server keeps its data.
        resourcePersistencePath: path.join(stateDir, "v3"),
        workers: [
          {
            ...bindings,
            name: "bench",
            rootPath: ROOT,
            modules: [{ type: "ESModule", path: path.join(ROOT, "bundle.mjs"), contents: script }],
            bindings: Object.assign({}, bindings.bindings, NO_NEW_MEMBER_LIMITS, vars),
            unsafeDirectSockets: [{ host: "127.0.0.1", port }],
          },
        ],
      }),
    );
    await miniflare.ready;
    return new Runtime(port, miniflare);
  }

  async migrate(folder: string): Promise<void> {
    const db = await this.#miniflare.getD1Database("DB");
    const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
    for (const file of files) {
      const text = await readFile(path.join(folder, file), "utf8");
      for (const statement of unstable_splitSqlQuery(text)) await db.prepare(statement).run();
    }
  }

  /** Calls the Worker's `scheduled`, as the platform does each minute. */
  async tick(): Promise<void> {
    const worker = await this.#miniflare.getWorker("bench");
    await worker.scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
  }

  async stop(): Promise<void> {
    await this.#miniflare.dispose();
  }
}
