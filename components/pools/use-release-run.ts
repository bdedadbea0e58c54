"use client";

import { MutationObserver, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type BulkProgress, type BulkRun, startBulk } from "@/components/layout/bulk-run";
import { notify } from "@/components/ui/toast";
import { browserClock } from "@/lib/live/clock";
import { poolMutations } from "@/lib/queries/pool-acts";
import { releasedWords } from "./release-choice.ts";

/** Leaving the dashboard would cut it off; what is under way would still be done, unseen. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Gives sessions back to their pool, a few at a time, each an act of its own and once. It goes on when the view goes,
 *  and then tells what came of it. */
export function useReleaseRun(poolId: string) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const run = useRef<BulkRun>(undefined);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const start = (sessionIds: readonly string[], { reason, reuse }: { reason: string; reuse: boolean }) => {
    // State is not yet rendered between two clicks of one frame; the ref is.
    if (run.current !== undefined) return;
    window.addEventListener("beforeunload", warn);
    run.current = startBulk(sessionIds, {
      idOf: (id) => id,
      act: async (sessionId) => {
        const release = new MutationObserver(client, poolMutations.release());
        await release.mutate({ idOrName: poolId, sessionId, reuse, reason });
        return undefined;
      },
      clock: browserClock,
      onProgress: setProgress,
    });
    void run.current.finished.then(({ done, failures, unsent }) => {
      window.removeEventListener("beforeunload", warn);
      if (here.current) return;
      const say = failures.length + unsent.length === 0 ? notify.done : notify.failed;
      say(releasedWords(done.length, failures.length, unsent.length), "The audit has each of them.");
    });
  };
  return { progress, start, stop: () => run.current?.stop() };
}
