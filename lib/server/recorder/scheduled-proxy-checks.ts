// The scheduled proxy checks of this process, connected to upstream and database.
import "server-only";
import { systemClock } from "../../clock.ts";
import { operations } from "../../contract/operations/operations.ts";
import { database } from "../db/database.ts";
import { listResources } from "../inventory/resources.ts";
import { perProcess } from "../kernel/per-process.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { onShutdown } from "../kernel/shutdown.ts";
import { lastChecks } from "../proxies/proxy-checks.ts";
import { readSchedule } from "../proxies/proxy-schedule.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { CheckScheduler } from "./proxy-check-scheduler.ts";

const pageSize = 100;
const maxPages = 20;

/** Ids of all listed proxies; without a list, of recorded proxies that have not ended. */
async function proxyIds(): Promise<readonly string[]> {
  const ids: string[] = [];
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const query = { limit: pageSize, offset: page * pageSize };
      const { value, paging } = await call(operations.listProxies, { query });
      ids.push(...(value ?? []).map(({ id }) => id));
      if (paging["x-has-more"] !== "true") break;
    }
    return ids;
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !error.absent) throw error;
    const known = await listResources(database(), { kind: "proxy" });
    return known.filter((proxy) => proxy.ended_at_ms === null).map(({ id }) => id);
  }
}

const scheduler = (leads: () => boolean) =>
  perProcess("check-scheduler", () => {
    const checks = new CheckScheduler({
      clock: systemClock,
      readSchedule: () => readSchedule(database(), Date.now()),
      leads,
      proxyIds,
      lastChecks: () => lastChecks(database()),
      check: async (id) => void (await call(operations.checkProxy, { params: { id } }, { by: "schedule" })),
      report: logRepeatedFault,
    });
    onShutdown(() => checks.stop());
    checks.start();
    return checks;
  });

/** Starts the scheduled checks of this process, which run while it `leads`; further calls do nothing. */
export const startScheduledChecks = (leads: () => boolean): void => void scheduler(leads)();
