// How long it takes to say what needs attention, when it is computed anew over what the process has in its caches.
import { setTimeout as pause } from "node:timers/promises";
import type { RunningDashboard } from "../../tests/support/dashboard.ts";
import { type Figure, p95Of } from "./figure.ts";

const times = 15;
/** Longer than one answer is given to everyone. */
const betweenMs = 1_100;

export async function measureAttention(dashboard: RunningDashboard): Promise<Figure> {
  const operator = await dashboard.admin();
  const takenMs: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    const startMs = performance.now();
    const { status } = await operator.get("/api/attention");
    if (status !== 200) throw new Error(`/api/attention: ${status}`);
    // The first one warms up.
    if (time > 0) takenMs.push(performance.now() - startMs);
    await pause(betweenMs);
  }
  return {
    id: "P9",
    what: "what needs attention, computed anew with warm caches, p95",
    unit: "ms",
    ours: p95Of(takenMs),
    goal: { of: "value", bound: "most", than: 50 },
  };
}
