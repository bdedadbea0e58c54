/**
 * Mutation tests of the pure modules: nightly, one group a night, as all of them take longer than a night may. `tests`
 * are those beside the group's code: others that happen to use it take longer and show less.
 */
const groups = {
  contract: {
    mutate: ["lib/contract/{request,paging,since,schema}.ts", "lib/contract/operations/openapi.ts"],
    tests: "lib/contract/**/*.test.ts",
  },
  // Without log-hub and live-stream, which are tested over real connections, and the routes that only pass streams on.
  server: {
    mutate: [
      "lib/server/kernel/{redact,base-url}.ts",
      "lib/server/http/{audited,authorize,byte-range,check-origin,content-security-policy,define-route}.ts",
      "lib/server/http/{multipart-guard,problem-response,request-body,route-input}.ts",
      "lib/server/streams/{ring,history-overlap,resume,requested-topics}.ts",
    ],
    tests: "lib/server/{kernel,http,streams}/**/*.test.ts",
  },
  live: {
    mutate: [
      "lib/live/{log-store,merged-feed,stored-feed,stored-log-reading,live-continuation,log-continuity}.ts",
      "lib/live/{reconnecting-stream,line-hash,topic-cursors,backoff}.ts",
    ],
    tests: "lib/live/**/*.test.ts",
  },
  insight: { mutate: ["lib/insight/*.ts"], tests: "lib/insight/**/*.test.ts" },
};

const names = Object.keys(groups);
const DAY_MS = 86_400_000;
/** `MUTATION_GROUP=live npm run test:mutation` tests one group whatever the day. */
const name = process.env.MUTATION_GROUP ?? names[Math.floor(Date.now() / DAY_MS) % names.length];
if (!(name in groups)) throw new Error(`MUTATION_GROUP is ${name}: give one of ${names.join(", ")}.`);
// Read by vitest.mutation.config.ts, which runs in other processes.
process.env.MUTATION_TESTS = groups[name].tests;

export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts", related: true },
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: [...groups[name].mutate, "!**/*.test.ts"],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 5_000,
  thresholds: { high: 90, low: 80, break: 80 },
  reporters: ["clear-text", "html"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: "test-results/mutation.html" },
  // Stryker would rewrite it by an interface that TypeScript 7 does not have; the copy needs no rewriting.
  tsconfigFile: "no-tsconfig.json",
  tempDirName: ".stryker",
  // Not copied: a running service has sockets in its data folder.
  ignorePatterns: [".data", ".next", "test-results"],
  incremental: false,
};
