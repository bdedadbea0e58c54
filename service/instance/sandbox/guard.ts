// Bounds that no limit of a single process gives: how many processes an instance has in all, and how much memory
// they hold together. Looks again and again while anything runs, and ends what is over.
import { totalmem } from "node:os";
import { killNow, type ProcessEntry, residentBytes } from "../process-tree.ts";

const standardLimits = { processes: 1024, bytes: Math.min(4 * 1024 ** 3, Math.floor(totalmem() * 0.3)) };

/** Watches the processes that `list` gives until the answer is called. `endAll` ends every one of them. */
export function guard(watched: {
  list: () => Promise<readonly ProcessEntry[]>;
  endAll: () => Promise<void>;
  limits?: { processes: number; bytes: number };
  lookEveryMs: number;
}): () => void {
  const { limits = standardLimits, lookEveryMs } = watched;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const entries = await watched.list();
    // Faster than one can kill them one by one.
    if (entries.length > limits.processes) return await watched.endAll();
    if ((await residentBytes(entries)) <= limits.bytes) return;
    const sizes = await Promise.all(
      entries.map(async (entry) => ({ pid: entry.pid, bytes: await residentBytes([entry]) })),
    );
    const biggest = sizes.sort((a, b) => b.bytes - a.bytes)[0];
    if (biggest) killNow(biggest.pid);
  };
  const next = () => {
    timer = setTimeout(() => {
      look()
        // A look that failed is made up for by the next.
        .catch(() => undefined)
        .finally(() => {
          if (timer !== undefined) next();
        });
    }, lookEveryMs);
    timer.unref();
  };
  next();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
