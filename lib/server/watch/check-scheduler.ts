// Checks proxies without being asked, where an admin turned that on: one replica at a time, within the budget, a few at
// once. A check that cannot be made is no verdict; it is reported and the proxy stays due.
import type { ProxySchedule } from "../../bff/proxies.ts";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import { dueProxies, spread } from "./check-due.ts";

const concurrency = 2;
const mostAtOnce = 20;

const hourMs = 3_600_000;

export interface CheckSchedulerDeps {
  clock: Clock;
  readSchedule: () => Promise<ProxySchedule>;
  /** False while another replica does it: the one that records does. */
  leads: () => boolean;
  proxyIds: () => Promise<readonly string[]>;
  lastChecks: () => Promise<ReadonlyMap<string, number>>;
  check: (proxyId: string) => Promise<void>;
  report: (what: string, error: unknown) => void;
}

export class CheckScheduler {
  readonly #deps: CheckSchedulerDeps;
  #cancel: () => void = () => {};
  #stopped = false;
  /** Tries of the last hour: one that failed leaves no recorded check, but cost a call and counts all the same. */
  #tries: { id: string; atMs: number }[] = [];

  constructor(deps: CheckSchedulerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#cancel = this.#deps.clock.later(paces.scheduledChecks.turnMs, () => void this.#turn());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #turn(): Promise<void> {
    try {
      await this.#checkDue();
    } catch (error) {
      this.#deps.report("scheduled checks could not be made", error);
    }
    if (!this.#stopped) this.start();
  }

  async #checkDue(): Promise<void> {
    const { readSchedule, leads, proxyIds, lastChecks, clock } = this.#deps;
    const schedule = await readSchedule();
    if (!schedule.enabled || !leads()) return;
    const nowMs = clock.nowMs();
    // One of a time to come was made before the clock was set back: it counts from now on, and for no more than an hour.
    this.#tries = this.#tries
      .map(({ id, atMs }) => ({ id, atMs: Math.min(atMs, nowMs) }))
      .filter(({ atMs }) => atMs > nowMs - hourMs);
    const lastCheckMs = new Map(await lastChecks());
    for (const { id, atMs } of this.#tries) lastCheckMs.set(id, Math.max(atMs, lastCheckMs.get(id) ?? 0));
    const spent = Math.max(schedule.spent, this.#tries.length);
    const due = dueProxies({
      proxyIds: await proxyIds(),
      lastCheckMs,
      everyMs: schedule.every_minutes * 60_000,
      left: Math.min(schedule.per_hour - spent, mostAtOnce),
      nowMs,
      jitterOf: (id, lastMs) => spread(`${id} ${lastMs}`),
    });
    const hands = Array.from({ length: concurrency }, () => this.#work(due));
    await Promise.all(hands);
  }

  async #work(due: string[]): Promise<void> {
    for (let id = due.shift(); id !== undefined && !this.#stopped; id = due.shift()) {
      // A check may take half a minute: whoever lost the lease meanwhile makes no further one.
      if (!this.#deps.leads()) return;
      this.#tries.push({ id, atMs: this.#deps.clock.nowMs() });
      try {
        await this.#deps.check(id);
      } catch (error) {
        this.#deps.report("a scheduled check could not be made", error);
      }
    }
  }
}
