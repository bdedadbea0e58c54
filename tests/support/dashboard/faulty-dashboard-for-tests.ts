import { afterAll } from "vitest";
import { startFaultyApi } from "../fakes/faulty-api.ts";
import { startDashboard } from "./dashboard.ts";

/** Starts a dashboard over an upstream that fails on demand, for the tests of one file; stops both after them. */
export async function faultyDashboardForTests(options: {
  token: string;
  variables?: Record<string, string>;
}) {
  const api = await startFaultyApi(options);
  const dashboard = await startDashboard({ apiBaseUrl: api.url, ...options });
  afterAll(async () => {
    await dashboard.stop();
    await api.close();
  });
  return { api, dashboard };
}
