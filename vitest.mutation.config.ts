import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

/** The tests of one group, as the mutation tester runs them. */
export default defineConfig({
  resolve: { alias: { "@": root, "server-only": `${root}/tests/support/server-only.ts` } },
  test: {
    include: [process.env.MUTATION_TESTS ?? "lib/**/*.test.ts"],
    setupFiles: ["tests/support/property-sizes.ts"],
    testTimeout: 30_000,
  },
});
