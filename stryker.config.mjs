/** Mutation tests of the pure modules: nightly, as they take longer than the gate may. */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts", related: true },
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: [
    "lib/contract/{request,paging,since,schema,openapi}.ts",
    "lib/server/{redact,base-url,content-security-policy}.ts",
    "lib/server/routes/*.ts",
    "lib/server/live/{ring,stitch,backoff,live-stream,log-hub}.ts",
    "lib/live/{log-store,merged-feed,source,line-hash,topic-places,backoff}.ts",
    "lib/insight/*.ts",
    "!**/*.test.ts",
  ],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 10_000,
  thresholds: { high: 90, low: 80, break: 80 },
  reporters: ["clear-text", "html"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: "test-results/mutation.html" },
  // It would be rewritten by an interface that TypeScript 7 does not have; the copy needs no rewriting.
  tsconfigFile: "no-tsconfig.json",
  tempDirName: ".stryker",
  incremental: false,
};
