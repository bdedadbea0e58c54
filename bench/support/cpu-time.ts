import { readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** CPU seconds that a process has used, from /proc (proc(5)). Linux only. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The process name in parentheses may contain spaces; the fields follow it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
