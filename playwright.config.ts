import { defineConfig } from "@playwright/test";
import { browserLaunch, pageLaunch } from "./tests/support/programs/launch-options.ts";

// Without a UTF-8 locale Chromium saves files with names beyond ASCII as "download".
process.env.LANG ??= "C.UTF-8";

/** Tests in the system's Chromium: screens over a scripted upstream, and both programs end to end. */
export default defineConfig({
  projects: [
    // Pages mostly wait for answers: more workers than cores keep both busy.
    // Without animations, which cost much where Chromium draws without a GPU; the end-to-end tests have them.
    {
      name: "screens",
      testDir: "tests/screens",
      workers: 4,
      use: {
        contextOptions: { reducedMotion: "reduce" },
        launchOptions: pageLaunch,
      },
    },
    // Two fleets with their browsers are what two cores carry. These are Chromium itself; the operator's is the shell.
    {
      name: "e2e",
      testDir: "tests/e2e",
      workers: 2,
      timeout: 120_000,
      use: { launchOptions: pageLaunch },
    },
    { name: "nightly", testDir: "tests/nightly", workers: 1, timeout: 600_000 },
    // Not a check: it writes docs/pictures.
    {
      name: "pictures",
      testDir: "tests/pictures",
      workers: 1,
      use: { contextOptions: { reducedMotion: "reduce" } },
    },
  ],
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  globalSetup: "./tests/support/dashboard/require-build.ts",
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // Longer than any wait of the product at the speed these tests run it (60 s of no data at 4 are 15).
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: browserLaunch,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    // A trace costs as much as the test: TRACE=on takes one of each, and a second try takes one by itself.
    trace: process.env.TRACE === "on" ? "on" : "on-first-retry",
    screenshot: "only-on-failure",
  },
});
