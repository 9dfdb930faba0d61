// @ts-nocheck
// Whoever sets this has seen to the pages and the data already; wrangler asks at every start and every change.
if (!process.env.LOTLINE_BUILT) {
  const { run } = await import("./bootstrap.mjs");
  await run("build");
}
