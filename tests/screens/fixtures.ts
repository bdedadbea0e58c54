// What every test of a screen stands on: the built dashboard over a scripted upstream, one of each per worker, an admin
// who is signed in, an empty upstream at the beginning, and a page whose console must stay clean.
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { preferenceNames } from "../../lib/bff/preferences.ts";
import { collectConsoleErrors } from "../support/dashboard/console-errors.ts";
import { adminPassword, type RunningDashboard, startDashboard } from "../support/dashboard/dashboard.ts";
import { storageStateOf } from "../support/dashboard/storage-state.ts";
import { type Relay, startRelay } from "../support/programs/relay.ts";
import { type ScriptedApi, startScriptedApi } from "../support/scripted-api/scripted-api.ts";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Storage of a visitor who has not signed in. */
export const signedOut: StorageState = { cookies: [], origins: [] };

/** Both programs and the line between them. */
export interface TestStack {
  upstream: ScriptedApi;
  relay: Relay;
  dashboard: RunningDashboard;
  operator: { username: string; password: string };
}

interface TestFixtures {
  /** The scripted upstream, without records and faults. */
  upstream: ScriptedApi;
  /** What the pages of this test complained about; anything in it at the end fails the test. */
  consoleErrors: string[];
}
interface WorkerFixtures {
  /**
   * Files that set it get a dashboard of their own, whose record holds nothing of what other files made. Leave it where
   * the record does not matter: a dashboard costs two seconds.
   */
  stackName: string;
  /**
   * How many times faster than in use every interval of the dashboard runs. Pages send requests so many times
   * as often, too: much faster, and a busy machine does little else.
   */
  speedup: number;
  stack: TestStack;
  signedIn: StorageState;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stackName: ["shared", { scope: "worker", option: true }],
  speedup: [4, { scope: "worker", option: true }],
  stack: [
    async ({ stackName: _, speedup }, use) => {
      const upstream = await startScriptedApi();
      const relay = await startRelay(upstream.url);
      const dashboard = await startDashboard({
        apiBaseUrl: relay.url,
        token: upstream.token,
        variables: { WEBHOOKS_TO_LOOPBACK: "allow", TEST_SPEEDUP: String(speedup) },
      });
      await use({ upstream, relay, dashboard, operator: { username: "admin", password: adminPassword } });
      await dashboard.stop();
      expect(dashboard.output(), "what browsers reported").not.toContain("broke its security policy");
      await relay.close();
      await upstream.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  signedIn: [
    async ({ stack: { dashboard } }, use) => {
      await use(storageStateOf(await dashboard.admin()));
    },
    { scope: "worker" },
  ],
  baseURL: async ({ stack }, use) => use(stack.dashboard.url),
  storageState: async ({ stack }, use) => use(storageStateOf(await stack.dashboard.admin())),
  upstream: [
    async ({ stack: { upstream, relay, dashboard } }, use) => {
      upstream.reset();
      const admin = await dashboard.admin();
      for (const name of preferenceNames) await admin.send("PUT", `/api/preferences/${name}`, { value: "" });
      await use(upstream);
      relay.set({ kind: "pass" });
    },
    { auto: true },
  ],
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors = collectConsoleErrors(context);
      await use(consoleErrors);
      expect(consoleErrors, "the pages' consoles").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
