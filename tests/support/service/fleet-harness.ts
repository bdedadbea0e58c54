// The real pools and invocations over fake sessions and runners, beside a model of what a client may expect of
// them. Commands act on both; `check` compares all that can be seen.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { openDatabase } from "../../../service/database.ts";
import { AppVersions } from "../../../service/deployments/app-versions.ts";
import { registerSampleDeployments } from "../../../service/deployments/sample-deployments.ts";
import { Invocations } from "../../../service/invocations/invocations.ts";
import { Access } from "../../../service/kernel/access.ts";
import { standardPaces } from "../../../service/kernel/paces.ts";
import { Problem } from "../../../service/kernel/problem.ts";
import { Pools } from "../../../service/pools/pools.ts";
import type { RunnerEvents } from "../../../service/runner/runner-process.ts";
import { sampleApps } from "../../../service/samples/samples.ts";
import { settle } from "../fakes/fake-browsers.ts";
import { type FakeSession, FakeSessions } from "../fakes/fake-sessions.ts";
import { ManualClock } from "../fakes/manual-clock.ts";

const logsDir = mkdtempSync(join(tmpdir(), "fleetdeck-fleet-logs-"));
afterAll(() => rmSync(logsDir, { recursive: true, force: true }));

const maxRunning = 2;
export const maxQueued = 4;
export const capacity = 8;
/** Duration of a runner's shutdown. */
const stopMs = 400;

type Status = "queued" | "running" | "succeeded" | "failed";

/** A client's state. */
export class FleetModel {
  /** Sizes by name, newest first. */
  pools = new Map<string, number>();
  /** Sessions in a client's hands by the pool they came from, "" for its own. */
  readonly held = new Map<string, string>();
  /** In their order of creation. */
  readonly invocations = new Map<string, Status>();
  /** Those whose runner lives: it may outlive its invocation by a moment. */
  readonly liveRunners = new Set<string>();

  of(status: Status): string[] {
    return [...this.invocations].filter(([, each]) => each === status).map(([id]) => id);
  }

  heldSessionsOf(pool: string): string[] {
    return [...this.held].filter(([, each]) => each === pool).map(([id]) => id);
  }

  /** The oldest that waits starts wherever a runner has left. */
  pump(): void {
    for (const id of this.of("queued")) {
      if (this.liveRunners.size >= maxRunning) return;
      this.liveRunners.add(id);
      this.invocations.set(id, "running");
    }
  }

  removeSessions(ids: Iterable<string>): void {
    for (const id of ids) this.held.delete(id);
  }
}

interface Runner {
  events: RunnerEvents;
  token: string;
  stopped: boolean;
}

export class FleetHarness {
  readonly faults: unknown[] = [];
  readonly fleet: FakeSessions;
  readonly runners = new Map<string, Runner>();
  clock = new ManualClock();
  pools: Pools<FakeSession>;
  invocations: Invocations;
  #access = new Access([]);
  readonly #model: FleetModel;
  readonly #store = openDatabase(":memory:");

  constructor(model: FleetModel) {
    this.#model = model;
    registerSampleDeployments(this.#store, this.clock, sampleApps);
    this.fleet = new FakeSessions(this.clock, capacity);
    this.pools = this.#openPools();
    this.invocations = this.#openInvocations();
    this.invocations.start();
  }

  /** A client waits for a browser; the model is updated when it arrives. */
  acquire(
    pool: string,
    timeoutMs: number,
    invocationId: string | undefined,
  ): Promise<FakeSession | undefined> {
    const { pools } = this;
    return pools.acquire(pool, { timeoutMs, invocationId }).then((acquired) => {
      const session = acquired?.browser;
      if (session && this.fleet.live.has(session.id)) this.#model.held.set(session.id, pool);
      return session;
    });
  }

  /** The runner of an invocation reports its outcome and exits. */
  endRunner(id: string, output: string | undefined): void {
    const runner = this.runners.get(id);
    if (!runner) throw new Error(`${id} has no runner`);
    this.runners.delete(id);
    if (output !== undefined) runner.events.outcome({ kind: "outcome", ok: true, output });
    runner.events.gone("exit code 0");
  }

  /** As after a kill: nothing but the database is left, and the service starts again. */
  restart(): void {
    this.pools.close();
    this.runners.clear();
    const nowMs = this.clock.nowMs();
    this.clock = new ManualClock(nowMs);
    this.fleet.restart(this.clock);
    this.#access = new Access([]);
    this.pools = this.#openPools();
    this.invocations = this.#openInvocations();
    this.invocations.start();
  }

  /** Time goes on in small steps; all that follows from it happens. */
  async pass(ms: number): Promise<void> {
    await settle();
    for (let left = ms; left > 0; left -= 500) {
      this.clock.advance(Math.min(500, left));
      await settle();
    }
  }

  async check(): Promise<void> {
    await settle();
    const { fleet, pools, invocations } = this;
    const model = this.#model;
    expect(this.faults).toEqual([]);
    expect(fleet.violations).toEqual([]);
    expect(fleet.count).toBeLessThanOrEqual(capacity);

    const listed = pools.list();
    expect(listed.map(({ name }) => name)).toEqual([...model.pools.keys()]);
    for (const { id, name = "", available_count, acquired_count, browser_pool_config } of listed) {
      const size = model.pools.get(name ?? "");
      expect(browser_pool_config.size).toBe(size);
      expect({ name, acquired_count }).toEqual({
        name,
        acquired_count: model.heldSessionsOf(name ?? "").length,
      });
      expect({ name, available_count }).toEqual({ name, available_count: fleet.idleOf(id) });
      if (available_count > 0) expect(available_count + acquired_count).toBeLessThanOrEqual(size ?? 0);
    }
    for (const id of model.held.keys()) expect(fleet.live.get(id)?.place, id).toBe("held");

    const { items } = invocations.list({ limit: 100 });
    expect(new Map(items.map(({ id, status }) => [id, status]))).toEqual(model.invocations);
    const order = items.map(({ id, started_at }) => `${started_at} ${id}`);
    expect(order).toEqual(order.toSorted().reverse());
    for (const item of items) {
      const over = item.status === "succeeded" || item.status === "failed";
      expect(typeof item.finished_at === "string", `${item.id} ${item.status}`).toBe(over);
      expect(item.status_reason).not.toBe("");
      if (over) expect(fleet.ofInvocation(item.id)).toEqual([]);
      expect(invocations.acceptsSessions(item.id)).toBe(item.status === "running");
    }
    expect(invocations.runningCount).toBe(model.liveRunners.size);
    expect(invocations.queuedCount).toBe(model.of("queued").length);
    for (const [id, { token }] of this.runners) {
      expect(this.#access.caller(`Bearer ${token}`).invocationId).toBe(id);
    }
  }

  #openPools(): Pools<FakeSession> {
    return new Pools({
      store: this.#store,
      source: this.fleet,
      clock: this.clock,
      paces: standardPaces.pools,
      report: (error) => void this.faults.push(error),
    });
  }

  #openInvocations(): Invocations {
    const { clock } = this;
    return new Invocations({
      store: this.#store,
      logsDir,
      sessions: this.fleet,
      access: this.#access,
      clock,
      retryMs: standardPaces.store.retryMs,
      versions: new AppVersions(this.#store),
      deployments: { codeOf: () => null, invocationOver: async () => {} },
      serviceUrl: () => "http://127.0.0.1:1",
      shopUrl: () => "http://127.0.0.1:2",
      maxRunning,
      maxQueued,
      report: (error) => void this.faults.push(error),
      startRunner: (id, { token }, events) => {
        const runner = { events, token, stopped: false };
        this.runners.set(id, runner);
        return {
          pid: undefined,
          stop: () => {
            if (runner.stopped || this.runners.get(id) !== runner) return;
            runner.stopped = true;
            clock.later(stopMs, () => {
              if (this.runners.get(id) !== runner) return;
              this.runners.delete(id);
              this.#model.liveRunners.delete(id);
              this.#model.pump();
              events.gone("signal SIGTERM");
            });
          },
        };
      },
    });
  }
}

/** The status a call is refused with; undefined when it is not. */
export async function refusal(call: () => unknown): Promise<number | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}
