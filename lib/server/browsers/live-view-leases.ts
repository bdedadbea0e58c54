// Live views that operators have opened: their addresses are renewed at the API while the sign-in that asked goes on with
// its role, and ended with it. An API without leases hands out its own address, which nothing here can end.
import "server-only";
import { liveViewOperations } from "../../bff/operations/browsers.ts";
import { hasRole } from "../../bff/roles.ts";
import { systemClock } from "../../clock.ts";
import { recheck, type SignedIn } from "../auth/require-operator.ts";
import { env } from "../kernel/env.ts";
import { logFault } from "../kernel/log.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { PeriodicTask } from "../kernel/periodic-task.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { beforeClose } from "../kernel/shutdown.ts";
import { endLiveView, leaseLiveView, liveViewOf, renewLiveView } from "../upstream/live-view.ts";
import { liveViewTicket } from "./live-view-ticket.ts";

/** Beyond this many the oldest is ended. */
const maxOpen = 500;

interface Open {
  operator: SignedIn;
  /** By the monotonic clock. */
  renewedAtMs: number;
}

/** By address. */
const opened = perProcess("live-views", () => {
  const views = new Map<string, Open>();
  new PeriodicTask({
    everyMs: paces.access.recheckMs,
    turn: async () => void (await Promise.all([...views].map(([address]) => check(address)))),
    failure: "live views could not be checked",
    clock: systemClock,
    report: logRepeatedFault,
  }).start();
  beforeClose(async () => void (await Promise.all([...views.keys()].map(end))));
  return views;
});

/** The address of a session's live view for an operator: one that can be ended is relayed under our own, else it is the
 *  API's. Throws as `liveViewOf`. */
export async function openLiveView(id: string, operator: SignedIn): Promise<string> {
  const own = await liveViewOf(id);
  const address = await leaseLiveView(own);
  if (address === undefined) return own;
  const views = opened();
  for (const oldest of [...views.keys()].slice(0, Math.max(0, views.size + 1 - maxOpen))) await end(oldest);
  views.set(address, { operator, renewedAtMs: systemClock.monotonicMs() });
  return `${env().basePath}/api${liveViewOperations.showLiveView.path}?view=${liveViewTicket(address, operator)}`;
}

/** Ends a view whose sign-in has ended or lost the role, and renews the others. Throws while the sign-in cannot be read:
 *  then nothing is renewed. */
async function check(address: string): Promise<void> {
  const view = opened().get(address);
  if (view === undefined) return;
  const now = await recheck(view.operator);
  if (now === undefined || !hasRole(now.role, "operator")) return end(address);
  const nowMs = systemClock.monotonicMs();
  if (nowMs - view.renewedAtMs < paces.access.liveViewRenewedMs) return;
  view.renewedAtMs = nowMs;
  if (!(await renewLiveView(address))) opened().delete(address);
}

async function end(address: string): Promise<void> {
  opened().delete(address);
  await endLiveView(address).catch((error: unknown) => logFault("a live view could not be ended", error));
}
