import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const resolve = {
  alias: {
    "@": root,
    // The guard package throws outside a React server build; under test the import rules stand in for it.
    "server-only": `${root}/tests/support/server-only.ts`,
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: [
            "{app,components,lib,service,server,scripts,bench}/**/*.test.ts",
            "tests/unit/**/*.test.ts",
          ],
          pool: "threads",
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: "integration",
          include: ["tests/{api,service,sdk,security,faults,store}/**/*.test.ts"],
          pool: "forks",
          maxWorkers: 2,
          // Patience costs nothing where all is well; a machine may be several times slower than the one this was written on.
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
