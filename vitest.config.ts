import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { pageLaunch } from "./tests/support/programs/launch-options.ts";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const resolve = {
  alias: {
    "@": root,
    // The guard package throws outside a React server build; under test the import rules stand in for it.
    "server-only": `${root}/tests/support/server-only.ts`,
  },
};

/** The packages that the browser's modules and their tests import. */
const browserPackages = [
  ...["react", "react/jsx-dev-runtime", "react/jsx-runtime", "react-dom", "react-dom/client"],
  ...["next/link", "next/navigation", "next/dist/shared/lib/app-dynamic.js", "next-themes"],
  "next/dist/shared/lib/app-router-context.shared-runtime",
  "next/dist/shared/lib/hooks-client-context.shared-runtime",
  ...["@tanstack/react-query", "@tanstack/react-virtual", "react-resizable-panels", "recharts"],
  ...["radix-ui", "cmdk", "sonner", "lucide-react", "clsx", "zod", "zod/mini", "zod/v4/core"],
  ...[
    "zod/v4/locales/en.js",
    "diff",
    "papaparse",
    "react-hook-form",
    "eventsource-parser",
    "content-disposition",
  ],
  ...["@codemirror/state", "@codemirror/view", "@codemirror/language", "@codemirror/lint"],
  ...["@codemirror/commands", "@codemirror/lang-json", "@zip.js/zip.js/lib/zip-core-native.js"],
  ...["axe-core", "vitest-browser-react"],
];

const unitTests = [
  "{app,components,lib,service,server,scripts,bench}/**/*.test.ts",
  "tests/unit/**/*.test.ts",
];
/** Unit tests that replace modules, or whose comment says `@isolated` and why. */
const isolatedTests = globSync(unitTests, { cwd: root }).filter((file) =>
  /\bvi\.(mock|doMock)\(|@isolated/.test(readFileSync(`${root}/${file}`, "utf8")),
);

const unit = {
  include: unitTests,
  pool: "threads" as const,
  // Some wait for programs and timers: two would leave nearly half of two cores idle.
  maxWorkers: 3,
  setupFiles: ["tests/support/property-sizes.ts", "tests/support/audit-key.ts"],
  testTimeout: 90_000,
  // A pause of the machine may be longer than the second that is the default.
  expect: { poll: { timeout: 60_000 } },
};

/** Files of a few lines that call tests elsewhere, which take long. */
const longFiles = ["replica-failover", "http-fuzz", "fleet-model"].map((name) => `/${name}.test.ts`);

/** Where no run before is known, the largest files begin first: the smallest would end their stage alone. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        resolve: {
          alias: {
            ...resolve.alias,
            // The app router's own, as the framework's bundler chooses it.
            "next/dynamic": "next/dist/shared/lib/app-dynamic.js",
          },
        },
        define: { "process.env": "{}" },
        // All of them from the start: one that is found while tests run would bring a second React with it.
        optimizeDeps: { include: browserPackages, noDiscovery: true },
        test: {
          name: "component",
          // Files share their worker's page and modules, as loading them again for each took a third of the time.
          isolate: false,
          // A page each. It waits for most of its time, as its state is polled every 200 ms: three keep two cores busy.
          maxWorkers: 3,
          include: ["components/**/*.component.test.tsx"],
          setupFiles: ["tests/support/component/setup.ts"],
          testTimeout: 60_000,
          // A poll searches the page by role, which takes as long as what is waited for.
          expect: { poll: { timeout: 20_000, interval: 200 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: true,
            provider: playwright({
              launchOptions: pageLaunch,
              contextOptions: {
                locale: "en-GB",
                timezoneId: "Europe/Berlin",
                reducedMotion: "reduce",
              },
              actionTimeout: 20_000,
            }),
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        resolve,
        // Files share their worker's modules, as loading them again for each took half of the time.
        test: {
          ...unit,
          name: "unit",
          exclude: isolatedTests,
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      { resolve, test: { ...unit, name: "unit-isolated", include: isolatedTests } },
      {
        resolve,
        test: {
          name: "integration",
          include: ["tests/{api,service,sdk,security,faults,store}/**/*.test.ts"],
          setupFiles: ["tests/support/audit-key.ts"],
          pool: "forks",
          // They wait for programs more than they compute: three leave a sixth of two cores idle.
          maxWorkers: 4,
          // Files share their worker's modules, as loading them again for each took a twentieth of the time.
          isolate: false,
          testTimeout: 150_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 150_000,
        },
      },
      {
        resolve,
        test: {
          name: "nightly",
          include: ["tests/nightly/**/*.test.ts", "tests/sdk/**/*.test.ts"],
          // The integration tests call the service by the newest client alone.
          env: { PUBLISHED_CLIENTS: "all" },
          setupFiles: ["tests/support/audit-key.ts"],
          pool: "forks",
          maxWorkers: 1,
          // As of the integration tests, with which they share what waits.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 900_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
