import { defineConfig } from "@playwright/test";
import { chromiumCandidates } from "./scripts/find-chromium.mjs";

const executablePath = process.env.CHROMIUM_PATH || chromiumCandidates({ env: process.env })[0];

/** End-to-end tests: the built dashboard over the real service, in the system's Chromium. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/ground.ts",
  // Two cores carry one fleet with its browsers; the tests of one worker share it.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Patience costs nothing where all is well; a machine may be several times slower than the one this was written on.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
