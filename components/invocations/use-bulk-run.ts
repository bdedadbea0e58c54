"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import { invocationQueries } from "@/lib/queries/invocations";
import type { BulkAct } from "./bulk-plan.ts";
import type { BulkRequest } from "./bulk-request.ts";
import { beginBulk, progressOf, stopBulk, watchBulk } from "./bulk-under-way.ts";

/** One run of acts: starts at most once, and goes on when the view goes. */
export function useBulkRun(request: BulkRequest, act: BulkAct, runs: readonly Invocation[]) {
  const client = useQueryClient();
  const progress = useSyncExternalStore(
    watchBulk,
    () => progressOf(request),
    () => undefined,
  );
  const onOver = () => void client.invalidateQueries({ queryKey: invocationQueries.all() });
  return {
    progress,
    start: (reason: string) => beginBulk(request, act, runs, { reason, onOver }),
    stop: () => stopBulk(request),
  };
}
