// What the shape of a rule cannot say.
import type { Signal } from "../../bff/alert-rules.ts";
import { Problem } from "../problem.ts";

/** Throws 400 for a signal that could never say anything. */
export function checkSetting({ signal }: { signal: Signal }): void {
  if (signal.kind === "stuck" && signal.minutes === null && signal.p99_times === null)
    throw new Problem(400, "invalid_input", "Give minutes, a multiple of the p99, or both.");
}
