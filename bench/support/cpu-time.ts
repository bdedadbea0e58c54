import { readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** CPU seconds that a process has used, from /proc (proc(5)). Linux only. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The process name in parentheses may contain spaces; the fields follow it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** CPU seconds that all processes of the machine have used. Linux only. */
export function cpuSecondsOfMachine(): number {
  const [, user, nice, system, , , interrupts, softInterrupts] = readFileSync("/proc/stat", "utf8").split(
    /\s+/,
    8,
  );
  const ticks = [user, nice, system, interrupts, softInterrupts].reduce((sum, each) => sum + Number(each), 0);
  return ticks / ticksPerSecond;
}

/** Seconds that each core has been idle, by its number, from /proc/stat. Linux only. */
export const idleSecondsOfCores = (): number[] =>
  [...readFileSync("/proc/stat", "utf8").matchAll(/^cpu\d+ (.*)$/gm)].map(([, fields = ""]) => {
    const [, , , idle, waiting] = fields.split(" ");
    return (Number(idle) + Number(waiting)) / ticksPerSecond;
  });
