// What every end-to-end test stands on: one fleet per worker, an admin who is signed in, and a page whose console must
// stay clean.
import { test as base, expect } from "@playwright/test";
import { preferenceNames } from "../../lib/bff/preferences.ts";
import { collectConsoleErrors } from "../support/dashboard/console-errors.ts";
import { storageStateOf } from "../support/dashboard/storage-state.ts";
import { type Fleet, startFleet } from "../support/service/fleet.ts";

interface TestFixtures {
  /** What the pages of this test complained about; anything in it at the end fails the test. */
  consoleErrors: string[];
  /** The operator prefers nothing yet, whatever tests before chose. */
  freshPreferences: undefined;
}
interface WorkerFixtures {
  /** Tests that slow or cut the way to the service set it: the dashboard then goes through the relay. */
  throughRelay: boolean;
  /** Variables of the dashboard beside those that tests have. */
  dashboardVariables: Readonly<Record<string, string>>;
  fleet: Fleet;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  throughRelay: [false, { scope: "worker", option: true }],
  dashboardVariables: [{}, { scope: "worker", option: true }],
  fleet: [
    async ({ throughRelay, dashboardVariables: dashboard }, use) => {
      const fleet = await startFleet({ throughRelay, dashboard });
      await use(fleet);
      await fleet.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ fleet }, use) => use(fleet.dashboard.url),
  storageState: async ({ fleet }, use) => use(storageStateOf(await fleet.dashboard.admin())),
  freshPreferences: [
    async ({ context, fleet }, use) => {
      const { url } = fleet.dashboard;
      for (const name of preferenceNames) {
        await context.request.put(`${url}/api/preferences/${name}`, {
          headers: { origin: url },
          data: { value: "" },
        });
      }
      await use(undefined);
    },
    { auto: true },
  ],
  consoleErrors: [
    async ({ context, fleet }, use) => {
      const consoleErrors = collectConsoleErrors(context);
      await use(consoleErrors);
      fleet.relay.set({ kind: "pass" });
      expect(consoleErrors, "the pages' consoles").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
