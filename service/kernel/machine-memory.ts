// How much memory this process may use with all that it starts, and how many browsers and invocations fit.
import { freemem, totalmem } from "node:os";

/** Bytes: the machine's memory or, where it is smaller, the limit of the container (cgroup) that this process is in. */
export function memoryBytes(
  machineBytes: number = totalmem(),
  // 0 where it is not known, and more than any machine has where there is none.
  limitBytes: number = process.constrainedMemory(),
): number {
  return limitBytes > 0 ? Math.min(machineBytes, limitBytes) : machineBytes;
}

/** Bytes that may be used in addition: those free on the machine, or left of the container's limit where that is less. */
export const freeMemoryBytes = (): number => Math.min(freemem(), process.availableMemory());

/** How many browsers run at once: by memory (60 % of it, 300 MB each in use) and by cores (12 each), at least 2. */
export function browsersThatFit(memoryBytes: number, cores: number): number {
  const byMemory = Math.floor((memoryBytes * 0.6) / 300e6);
  return Math.max(2, Math.min(byMemory, cores * 12));
}

/** How many invocations run at once: by memory (30 % of it, 300 MB each for runner and page) and by cores (2 each), at least 1. */
export function invocationsThatFit(memoryBytes: number, cores: number): number {
  const byMemory = Math.floor((memoryBytes * 0.3) / 300e6);
  return Math.max(1, Math.min(byMemory, cores * 2));
}
