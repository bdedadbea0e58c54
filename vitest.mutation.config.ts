import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

/** The unit tests of the pure modules alone, as the mutation tester runs them. */
export default defineConfig({
  resolve: { alias: { "@": root, "server-only": `${root}/tests/support/server-only.ts` } },
  test: {
    include: [
      "lib/{contract,insight,live,server/routes,server/live}/**/*.test.ts",
      "lib/server/*.test.ts",
      "tests/unit/live/**/*.test.ts",
    ],
    testTimeout: 30_000,
  },
});
