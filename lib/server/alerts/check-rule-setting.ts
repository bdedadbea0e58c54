import type { Signal } from "../../bff/alert-rules.ts";
import { Problem } from "../kernel/problem.ts";

/** Throws a Problem (400) for a signal without any limit, which the schema cannot exclude. */
export function checkRuleSetting({ signal }: { signal: Signal }): void {
  if (signal.kind === "stuck" && signal.minutes === null && signal.p99_times === null)
    throw new Problem(400, "invalid_input", "Enter minutes, a multiple of the p99, or both.");
}
