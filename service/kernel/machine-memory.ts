// How much memory this process may use with all that it starts.
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
