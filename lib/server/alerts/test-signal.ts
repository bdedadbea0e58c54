// What a signal says now, for an operator who asks before anyone is told.
import type { RuleTest, Signal } from "../../bff/alert-rules.ts";
import { readSignal, type SignalDeps } from "./signals.ts";

const shown = 200;

/** The readings, bad ones first. A signal of which nothing is known says so in one reading without a subject. */
export async function testSignal(signal: Signal, deps: SignalDeps): Promise<RuleTest> {
  const order = { bad: 0, between: 1, unknown: 2, clear: 3 } as const;
  const outcome = await readSignal(signal, deps);
  const readings = outcome.known
    ? outcome.readings
    : [{ subject: "", label: "", verdict: "unknown" as const, words: outcome.words }];
  return {
    readings: readings
      .toSorted((a, b) => order[a.verdict] - order[b.verdict] || (a.label < b.label ? -1 : 1))
      .slice(0, shown),
    read_at_ms: deps.nowMs(),
  };
}
