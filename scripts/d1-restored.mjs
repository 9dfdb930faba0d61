import { run } from "./bootstrap.mjs";

await run("d1-restored");
