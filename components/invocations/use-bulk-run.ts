"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import { browserClock } from "@/lib/live/clock";
import { cancelRun, invokeAgain } from "@/lib/queries/invocation-acts";
import { invocationQueries } from "@/lib/queries/invocations";
import type { BulkAct } from "./bulk-plan.ts";
import { type BulkProgress, type BulkRun, startBulk } from "./bulk-run.ts";

const acts = { again: invokeAgain, cancel: cancelRun } as const satisfies Record<
  BulkAct,
  (run: Invocation, reason: string) => Promise<string | undefined>
>;

/** One run of acts: starts at most once. While it is under way, leaving the page warns; a view that goes stops it. */
export function useBulkRun(act: BulkAct, runs: readonly Invocation[]) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const started = useRef<BulkRun>(undefined);
  const underWay = progress !== undefined && progress.phase !== "over";

  const start = (reason: string) => {
    // State is not yet rendered between two clicks of one frame; the ref is.
    if (started.current !== undefined) return;
    const run = startBulk(runs, {
      idOf: ({ id }) => id,
      act: (each) => acts[act](each, reason),
      clock: browserClock,
      onProgress: setProgress,
    });
    started.current = run;
    void run.finished.then(() => client.invalidateQueries({ queryKey: invocationQueries.all() }));
  };
  const stop = useCallback(() => started.current?.stop(), []);

  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (!underWay) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [underWay]);

  return { progress, start, stop };
}
