// @ts-nocheck
import { run } from "./bootstrap.mjs";

await run("test");
