import { run } from "./bootstrap.mjs";

await run("demo-bidders");
