// The memory of a measured process.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";

const megabyte = 1024 * 1024;

/** Resident memory in MB. Linux only. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** NODE_OPTIONS of a process whose heap `collectedHeap` measures. */
export const memoryProbeOptions = `--expose-gc --import=${new URL("../memory-probe.ts", import.meta.url).href}`;

const probed = z.object({ probe: z.object({ heapBytes: z.number(), externalBytes: z.number() }) });

/**
 * The heap after a garbage collection, and memory outside of it, in MB. With `snapshot` the process also writes a heap
 * snapshot to that path, which takes seconds.
 */
export function collectedHeap(
  child: ChildProcess,
  snapshot?: string,
): Promise<{ heapMb: number; externalMb: number }> {
  return new Promise((resolve) => {
    const receive = (message: unknown) => {
      const read = probed.safeParse(message);
      if (!read.success) return;
      child.off("message", receive);
      const { heapBytes, externalBytes } = read.data.probe;
      resolve({ heapMb: heapBytes / megabyte, externalMb: externalBytes / megabyte });
    };
    child.on("message", receive);
    child.send({ probe: snapshot ?? "" });
  });
}
