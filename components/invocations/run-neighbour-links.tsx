"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { isInOverlay, isTyping } from "@/components/ui/typing";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { neighboursOf } from "./run-neighbours.ts";
import { type RunsOfAction, runsRead } from "./use-runs-of-action.ts";

/** To the run of the same action before this one and after it, also by `[` and `]`. */
export function RunNeighbourLinks({ invocation, runs }: { invocation: Invocation; runs: RunsOfAction }) {
  const router = useRouter();
  const { previous, next, isAmong } = neighboursOf(runs.data?.items ?? [], invocation.id);
  const reasons = whyNot(runs, isAmong);
  const [previousPath, nextPath] = [previous, next].map((run) => run && paths.invocation(run.id));

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      const path = event.key === "[" ? previousPath : event.key === "]" ? nextPath : undefined;
      if (path === undefined) return;
      event.preventDefault();
      router.push(path);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [router, previousPath, nextPath]);

  return (
    <nav aria-label="Runs of the same action" className="flex gap-1">
      <Button
        size="icon"
        aria-label="Previous run of this action"
        aria-keyshortcuts="["
        title={previousPath && "Previous run of this action  ["}
        disabledReason={previousPath === undefined ? reasons.previous : undefined}
        onClick={() => previousPath && router.push(previousPath)}
      >
        <ChevronLeft />
      </Button>
      <Button
        size="icon"
        aria-label="Next run of this action"
        aria-keyshortcuts="]"
        title={nextPath && "Next run of this action  ]"}
        disabledReason={nextPath === undefined ? reasons.next : undefined}
        onClick={() => nextPath && router.push(nextPath)}
      >
        <ChevronRight />
      </Button>
    </nav>
  );
}

function whyNot(runs: RunsOfAction, isAmong: boolean): { previous: string; next: string } {
  const both = (reason: string) => ({ previous: reason, next: reason });
  if (!runs.isNamed) return both("The API does not say which action this run is of.");
  if (runs.error) return both("The runs of this action could not be read.");
  if (runs.data === undefined) return both("The runs of this action are being read.");
  if (!isAmong) return both(`This run is not among the newest ${runsRead} of its action.`);
  return {
    previous: runs.data.paging?.hasMore
      ? `Only the newest ${runsRead} runs of this action were read.`
      : "This is the first run of its action.",
    next: "This is the newest run of its action.",
  };
}
