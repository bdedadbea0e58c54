import { describe, expect, it } from "vitest";
import type { ProxySchedule } from "../../bff/proxies.ts";
import type { Clock } from "../../clock.ts";
import { CheckScheduler } from "./proxy-check-scheduler.ts";

function scheduling(given: Partial<ProxySchedule>) {
  const time = { nowMs: 1_000_000_000 };
  let due: (() => void) | undefined;
  const clock: Clock = {
    nowMs: () => time.nowMs,
    monotonicMs: () => time.nowMs,
    later: (_delayMs, run) => {
      due = run;
      return () => {
        due = undefined;
      };
    },
  };
  const checked: string[] = [];
  const faults: string[] = [];
  const state = { leader: true, last: new Map<string, number>(), broken: "" };
  const schedule: ProxySchedule = {
    enabled: true,
    every_minutes: 10,
    per_hour: 60,
    set_by: "admin",
    set_at_ms: 0,
    spent: 0,
    ...given,
  };
  const scheduler = new CheckScheduler({
    clock,
    readSchedule: async () => schedule,
    leads: () => state.leader,
    proxyIds: async () => ["a", "b", "c"],
    lastChecks: async () => state.last,
    check: async (id) => {
      if (id === state.broken) throw new Error("no answer");
      checked.push(id);
    },
    report: (what) => void faults.push(what),
  });
  const turn = async () => {
    due?.();
    for (let step = 0; step < 40; step += 1) await Promise.resolve();
  };
  scheduler.start();
  return { checked, faults, state, time, turn, scheduler, waits: () => due !== undefined };
}

describe("CheckScheduler", () => {
  it("makes no checks while disabled, while not leading, or without budget", async () => {
    const off = scheduling({ enabled: false });
    await off.turn();
    expect(off.checked).toEqual([]);
    const other = scheduling({});
    other.state.leader = false;
    await other.turn();
    expect(other.checked).toEqual([]);
    const spent = scheduling({ per_hour: 5, spent: 5 });
    await spent.turn();
    expect(spent.checked).toEqual([]);
    expect([off, other, spent].every(({ waits }) => waits())).toBe(true);
  });

  it("checks due proxies within the hour's budget", async () => {
    const all = scheduling({});
    await all.turn();
    expect(all.checked).toEqual(["a", "b", "c"]);
    const few = scheduling({ per_hour: 10, spent: 8 });
    await few.turn();
    expect(few.checked).toEqual(["a", "b"]);
  });

  it("continues after a check that fails to run, and ends when stopped", async () => {
    const { checked, faults, state, turn, scheduler, waits } = scheduling({});
    state.broken = "b";
    await turn();
    expect(checked).toEqual(["a", "c"]);
    expect(faults).toEqual([expect.stringMatching(/^a scheduled check of proxy .+ could not be made$/)]);
    await turn();
    // The clock has not advanced: each was attempted, and a failed attempt is not repeated early.
    expect(checked).toEqual(["a", "c"]);
    expect(faults).toHaveLength(1);
    scheduler.stop();
    expect(waits()).toBe(false);
  });
});
