import { readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** Seconds of processor time a process has used. Linux only. */
export function processSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold blanks; what counts comes after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
