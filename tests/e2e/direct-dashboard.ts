// A dashboard that asks the service itself: the relay that other tests cut hides the service's own address.
import { type RunningDashboard, startDashboard } from "../support/dashboard.ts";
import { nobody, test } from "./fixtures.ts";

/** For the tests of a `describe`: the dashboard runs from their first to their last, nobody is signed in. */
export function directDashboard(): { readonly url: string } {
  let dashboard: RunningDashboard | undefined;
  test.use({ storageState: nobody });
  test.beforeAll(async ({ fleet }) => {
    dashboard = await startDashboard({ apiBaseUrl: fleet.service.url, token: fleet.service.token });
  });
  test.afterAll(async () => {
    await dashboard?.stop();
  });
  return {
    get url() {
      if (dashboard === undefined) throw new Error("the dashboard runs only while tests do");
      return dashboard.url;
    },
  };
}
