// What every end-to-end test stands on: one fleet per worker, an operator who signed in once, and a page whose
// console must stay clean.
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { preferenceNames } from "../../lib/bff/preferences.ts";
import { type Fleet, startFleet } from "../support/fleet.ts";
import { collectComplaints } from "../support/page-complaints.ts";

type SignedIn = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Storage of a visitor who has not signed in. */
export const nobody: SignedIn = { cookies: [], origins: [] };

interface TestFixtures {
  /** What the pages of this test complained about; anything in it at the end fails the test. */
  complaints: string[];
  /** The operator prefers nothing yet, whatever tests before chose. */
  freshPreferences: undefined;
}
interface WorkerFixtures {
  /** Files that use another name here get a fleet of their own: what other files make is not in their lists. */
  fleetName: string;
  fleet: Fleet;
  signedIn: SignedIn;
}

/** Fills in the sign-in form and sends it. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  fleetName: ["shared", { scope: "worker", option: true }],
  fleet: [
    async ({ fleetName: _ }, use) => {
      const fleet = await startFleet();
      await use(fleet);
      await fleet.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  signedIn: [
    async ({ browser, fleet }, use) => {
      const context = await browser.newContext({ baseURL: fleet.dashboard.url, storageState: nobody });
      const page = await context.newPage();
      await page.goto("/sign-in");
      await signIn(page, fleet.operator.username, fleet.operator.password);
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ fleet }, use) => use(fleet.dashboard.url),
  storageState: async ({ signedIn }, use) => use(signedIn),
  freshPreferences: [
    async ({ context, fleet }, use) => {
      const { url } = fleet.dashboard;
      for (const name of preferenceNames) {
        // A visitor who is not signed in has none to forget.
        await context.request.put(`${url}/api/preferences/${name}`, {
          headers: { origin: url },
          data: { value: "" },
        });
      }
      await use(undefined);
    },
    { auto: true },
  ],
  complaints: [
    async ({ context, fleet }, use) => {
      const complaints = collectComplaints(context);
      await use(complaints);
      fleet.relay.set({ kind: "pass" });
      expect(complaints, "the pages' consoles").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
