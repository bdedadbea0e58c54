// Limits of a whole instance, which per-process limits cannot express: number of processes and total memory. Polls
// while anything runs.
import { memoryBytes } from "../../kernel/machine-memory.ts";
import { killNow, type ProcessEntry, residentBytes } from "../../kernel/process-tree.ts";

const standardLimits = { processes: 1024, bytes: Math.min(4 * 1024 ** 3, Math.floor(memoryBytes() * 0.3)) };

/**
 * Checks the processes that `list` returns until the returned function is called. Too many: `endAll`; too much
 * memory: kills the largest process.
 */
export function guard(watched: {
  list: () => Promise<readonly ProcessEntry[]>;
  endAll: () => Promise<void>;
  limits?: { processes: number; bytes: number };
  pollIntervalMs: number;
}): () => void {
  const { limits = standardLimits, pollIntervalMs } = watched;
  let timer: NodeJS.Timeout | undefined;
  const checkUsage = async () => {
    const entries = await watched.list();
    // They may fork faster than they could be killed one by one.
    if (entries.length > limits.processes) return await watched.endAll();
    if (residentBytes(entries) <= limits.bytes) return;
    const sizes = entries.map((entry) => ({ pid: entry.pid, bytes: residentBytes([entry]) }));
    const biggest = sizes.sort((a, b) => b.bytes - a.bytes)[0];
    if (biggest) killNow(biggest.pid);
  };
  const next = () => {
    timer = setTimeout(() => {
      checkUsage()
        // The next poll makes up for a failed one.
        .catch(() => undefined)
        .finally(() => {
          if (timer !== undefined) next();
        });
    }, pollIntervalMs);
    timer.unref();
  };
  next();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
