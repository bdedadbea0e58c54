// Prometheus' own checker of metrics and rules: `npm test` installs Debian's where it may.
import { spawnSync } from "node:child_process";
import { findPromtool } from "../../../scripts/ensure-promtool.mjs";

const program = findPromtool(process.env);

/** Whether there is a promtool to check with. */
export const hasPromtool = program !== undefined;

/** Runs promtool; returns its exit code and all that it printed. */
export function promtool(args: readonly string[], stdin = ""): { code: number | null; output: string } {
  if (program === undefined) throw new Error("There is no promtool here.");
  const { status, stdout, stderr } = spawnSync(program, args, { input: stdin, encoding: "utf8" });
  return { code: status, output: `${stdout}${stderr}` };
}
