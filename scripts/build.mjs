// Set by callers that have already prepared pages and data: wrangler runs this at every start and every change.
if (!process.env.LOTLINE_BUILT) {
  const { run } = await import("./bootstrap.mjs");
  await run("build");
}
