// How long it takes to say what needs attention: computed anew, which reads the API's lists, and given again.
import { setTimeout as pause } from "node:timers/promises";
import type { RunningDashboard } from "../../tests/support/dashboard/dashboard.ts";
import { type Figure, leastForP95, p95Of } from "./figure.ts";

/** Longer than one answer is given to everyone. */
const betweenMs = 1_100;

export async function measureAttention(dashboard: RunningDashboard): Promise<Figure[]> {
  const operator = await dashboard.admin();
  const timed = async () => {
    const startMs = performance.now();
    const { status } = await operator.get("/api/attention");
    if (status !== 200) throw new Error(`/api/attention: ${status}`);
    return performance.now() - startMs;
  };
  const [anewMs, againMs]: [number[], number[]] = [[], []];
  for (let time = 0; time <= leastForP95; time += 1) {
    const [anew, again] = [await timed(), await timed()];
    // The first ones warm up.
    if (time > 0) {
      anewMs.push(anew);
      againMs.push(again);
    }
    await pause(betweenMs);
  }
  const figure = (how: string, takenMs: readonly number[]): Figure => ({
    id: "P9",
    what: `what needs attention, ${how}, p95`,
    unit: "ms",
    ours: p95Of(takenMs),
    goal: { of: "value", bound: "most", than: 50 },
  });
  return [figure("computed anew, with what it reads from the API", anewMs), figure("given again", againMs)];
}
