import { describe, expect, it } from "vitest";
import type { ProxySchedule } from "../../bff/proxies.ts";
import type { Clock } from "../live/clock.ts";
import { CheckScheduler } from "./check-scheduler.ts";

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

describe("checks made without being asked", () => {
  it("are none while it is off, while another replica makes them, or without a budget", async () => {
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

  it("go through what is due, within what is left of the hour", async () => {
    const all = scheduling({});
    await all.turn();
    expect(all.checked).toEqual(["a", "b", "c"]);
    const few = scheduling({ per_hour: 10, spent: 8 });
    await few.turn();
    expect(few.checked).toEqual(["a", "b"]);
  });

  it("go on within the hour after the clock was set back by a day, and not before their time", async () => {
    const { checked, time, turn } = scheduling({ per_hour: 6 });
    await turn();
    time.nowMs -= 86_400_000;
    await turn();
    expect(checked).toEqual(["a", "b", "c"]);
    time.nowMs += 12 * 60_000;
    await turn();
    expect(checked).toEqual(["a", "b", "c", "a", "b", "c"]);
    // The budget of the hour is spent, by the clock as it is now.
    time.nowMs += 12 * 60_000;
    await turn();
    expect(checked).toHaveLength(6);
    time.nowMs += 3_600_000;
    await turn();
    expect(checked).toHaveLength(9);
  });

  it("go on after one that cannot be made, and end when stopped", async () => {
    const { checked, faults, state, turn, scheduler, waits } = scheduling({});
    state.broken = "b";
    await turn();
    expect(checked).toEqual(["a", "c"]);
    expect(faults).toEqual(["a scheduled check could not be made"]);
    await turn();
    // The clock has not moved: each was tried, and a failed try is not repeated before its time.
    expect(checked).toEqual(["a", "c"]);
    expect(faults).toHaveLength(1);
    scheduler.stop();
    expect(waits()).toBe(false);
  });
});
