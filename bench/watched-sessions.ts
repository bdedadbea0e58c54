// Storing what 50 living sessions do: the CPU that the dashboard takes, and its streams from the API.
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { storedLogTotals } from "../lib/server/stored-logs/stored-log-reads.ts";
import { startDashboard } from "../tests/support/dashboard/dashboard.ts";
import { startChild } from "./support/child.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { productionVariables } from "./support/production-variables.ts";

const warmUpMs = 15_000;
const windowMs = 30_000;
/** Lines are saved every second. */
const savedWithinMs = 3_000;

const listening = z.object({ port: z.number() });
const counts = z.object({ lines: z.number(), events: z.number(), streams: z.number() });

async function measure(log: (message: string) => void): Promise<Figure[]> {
  const upstream = startChild("session-upstream.ts");
  try {
    const { port } = listening.parse(await upstream.request());
    const dashboard = await startDashboard({
      apiBaseUrl: `http://127.0.0.1:${port}`,
      token: "bench-upstream-token",
      variables: {
        ...productionVariables,
        KEEP_LOGS: "all",
        KEEP_NETWORK: "all",
        KEEP_PICTURES: "all",
      },
    });
    try {
      await pause(warmUpMs);
      log("all sessions are followed");
      const pid = dashboard.child.pid ?? 0;
      const [beganSeconds, before] = [cpuSecondsOf(pid), counts.parse(await upstream.request("count"))];
      await pause(windowMs);
      const [endSeconds, after] = [cpuSecondsOf(pid), counts.parse(await upstream.request("count"))];
      const perSecond = (after.lines + after.events - before.lines - before.events) / (windowMs / 1_000);
      await pause(savedWithinMs);
      const { lines: stored } = await storedLogTotals(await dashboard.store());
      const sent = after.lines + after.events;
      return [
        {
          id: "P10",
          what: "CPU of the dashboard while logs, requests and pictures of 50 sessions are stored",
          note: `${Math.round(perSecond)} lines and events a second, ${after.streams} streams`,
          unit: "cores",
          ours: (endSeconds - beganSeconds) / (windowMs / 1_000),
          goal: { of: "value", bound: "most", than: 0.5 },
        },
        {
          id: "P10",
          what: "lines and events stored of those sent until three seconds before",
          unit: "",
          ours: Math.min(1, stored / sent),
          goal: { of: "value", bound: "least", than: 1 },
        },
      ];
    } finally {
      await dashboard.stop();
    }
  } finally {
    upstream.stop();
  }
}

export const harness: Harness = { needs: "build", isPaced: true, run: measure };
