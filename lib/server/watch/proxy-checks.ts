// The scheduled checks of this process, wired to the upstream and the store.
import "server-only";
import { operations } from "../../contract/operations.ts";
import { onDrain } from "../drain.ts";
import { systemClock } from "../live/clock.ts";
import { logFault } from "../log.ts";
import { perProcess } from "../per-process.ts";
import { database } from "../store/database.ts";
import { listSeen } from "../store/inventory.ts";
import { checkAheadMs, lastChecks } from "../store/proxy-checks.ts";
import { readSchedule } from "../store/proxy-schedule.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { CheckScheduler } from "./check-scheduler.ts";

const pageSize = 100;
const mostPages = 20;

/** Every proxy the API lists; where it cannot list, those that answers told of and that are not gone. */
async function proxyIds(): Promise<readonly string[]> {
  const ids: string[] = [];
  try {
    for (let page = 0; page < mostPages; page += 1) {
      const query = { limit: pageSize, offset: page * pageSize };
      const { value, paging } = await call(operations.listProxies, { query });
      ids.push(...(value ?? []).map(({ id }) => id));
      if (paging["x-has-more"] !== "true") break;
    }
    return ids;
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !error.absent) throw error;
    const known = await listSeen(database(), { kind: "proxy" });
    return known.filter((proxy) => proxy.ended_at_ms === null).map(({ id }) => id);
  }
}

const scheduler = (leads: () => boolean) =>
  perProcess("check-scheduler", () => {
    const made = new CheckScheduler({
      clock: systemClock,
      readSchedule: () => readSchedule(database(), Date.now()),
      leads,
      proxyIds,
      lastChecks: () => lastChecks(database(), Date.now() + checkAheadMs),
      check: async (id) => void (await call(operations.checkProxy, { params: { id } }, { by: "schedule" })),
      report: logFault,
    });
    onDrain(() => made.stop());
    made.start();
    return made;
  });

/** Starts the scheduled checks of this process, made while it `leads`; further calls do nothing. */
export const startScheduledChecks = (leads: () => boolean): void => void scheduler(leads);
