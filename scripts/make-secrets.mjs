import { run } from "./bootstrap.mjs";

await run("make-secrets");
