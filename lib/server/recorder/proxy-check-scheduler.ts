// Runs the scheduled proxy checks, if enabled: on the leader only, within the hourly budget, a few concurrently. A check
// that fails to run is no verdict; it is logged and the proxy stays due.

import type { ProxySchedule } from "../../bff/proxies.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";
import { PeriodicTask } from "../kernel/periodic-task.ts";
import { dueProxies, spread } from "./due-proxy-checks.ts";

const concurrency = 2;
const maxPerTurn = 20;

export interface CheckSchedulerDeps {
  clock: Clock;
  readSchedule: () => Promise<ProxySchedule>;
  /** Whether this replica leads; only the leader checks. */
  leads: () => boolean;
  proxyIds: () => Promise<readonly string[]>;
  lastChecks: () => Promise<ReadonlyMap<string, number>>;
  check: (proxyId: string) => Promise<void>;
  report: (what: string, error: unknown) => void;
}

export class CheckScheduler {
  readonly #deps: CheckSchedulerDeps;
  readonly #work: PeriodicTask;
  /** Attempts of the last hour. A failed one leaves no record, but counts in the budget. */
  #tries: { id: string; atMs: number }[] = [];

  constructor(deps: CheckSchedulerDeps) {
    this.#deps = deps;
    this.#work = new PeriodicTask({
      everyMs: paces.scheduledChecks.turnMs,
      turn: () => this.#checkDue(),
      failure: "scheduled checks could not be made",
      clock: deps.clock,
      report: deps.report,
    });
  }

  start(): void {
    this.#work.start();
  }

  stop(): void {
    this.#work.stop();
  }

  async #checkDue(): Promise<void> {
    const { readSchedule, leads, proxyIds, lastChecks, clock } = this.#deps;
    const schedule = await readSchedule();
    if (!schedule.enabled || !leads()) return;
    const nowMs = clock.nowMs();
    this.#tries = this.#tries.filter(({ atMs }) => atMs > nowMs - hourMs);
    const lastCheckMs = new Map(await lastChecks());
    for (const { id, atMs } of this.#tries) lastCheckMs.set(id, Math.max(atMs, lastCheckMs.get(id) ?? 0));
    const spent = Math.max(schedule.spent, this.#tries.length);
    const due = dueProxies({
      proxyIds: await proxyIds(),
      lastCheckMs,
      everyMs: schedule.every_minutes * 60_000,
      left: Math.min(schedule.per_hour - spent, maxPerTurn),
      nowMs,
      jitterOf: (id, lastMs) => spread(`${id} ${lastMs}`),
    });
    const workers = Array.from({ length: concurrency }, () => this.#checkEach(due));
    await Promise.all(workers);
  }

  async #checkEach(due: string[]): Promise<void> {
    for (let id = due.shift(); id !== undefined && !this.#work.isStopped; id = due.shift()) {
      // A check may take half a minute, in which the lease may be lost.
      if (!this.#deps.leads()) return;
      this.#tries.push({ id, atMs: this.#deps.clock.nowMs() });
      try {
        await this.#deps.check(id);
      } catch (error) {
        this.#deps.report(`a scheduled check of proxy ${id} could not be made`, error);
      }
    }
  }
}
