import { expect, it } from "vitest";
import { hourMs } from "@/lib/bff/time-units";
import { drawnHistory } from "./drawn-history.ts";

const untilMs = 1_000 * hourMs;
/** One answer: the time of the newest sample moves, as the last of its step is the one given. */
const answer = (lateMs: number, available = 3) => ({
  began_at_ms: 0,
  since_ms: untilMs + lateMs - hourMs,
  // It arrives a moment after the range was requested.
  until_ms: untilMs + lateMs + 40,
  resolution: "raw" as const,
  pools: [
    {
      pool_id: "p",
      samples: [untilMs - 60_000, untilMs + lateMs - 1_000].map((at_ms) => ({
        at_ms,
        available,
        available_min: available,
        acquired: 1,
        size: 4,
        unfilled: 0,
      })),
    },
  ],
});

it("is the same a poll later, and another one after half a minute or with another count", () => {
  const drawn = drawnHistory(answer(5_000));
  expect(drawnHistory(answer(10_000))).toEqual(drawn);
  expect(drawnHistory(answer(40_000))).not.toEqual(drawn);
  expect(drawnHistory(answer(10_000, 2))).not.toEqual(drawn);
  const { fromMs, toMs } = drawn.range;
  expect(toMs - fromMs).toBe(hourMs);
  expect(toMs).toBeGreaterThanOrEqual(drawn.samplesOf.get("p")?.at(-1)?.at_ms ?? Number.NaN);
});
