"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { isInOverlay, isTyping } from "@/components/ui/typing";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { adjacentInvocationsOf } from "./adjacent-invocations.ts";
import { type InvocationsOfAction, invocationsRead } from "./use-invocations-of-action.ts";

/** Links to the previous and next invocation of the same action, with the shortcuts `[` and `]`. */
export function AdjacentInvocationLinks({
  invocation,
  invocations,
}: {
  invocation: Invocation;
  invocations: InvocationsOfAction;
}) {
  const router = useRouter();
  const { previous, next, isListed } = adjacentInvocationsOf(invocations.data?.items ?? [], invocation.id);
  const reasons = whyNot(invocations, isListed);
  const [previousPath, nextPath] = [previous, next].map(
    (invocation) => invocation && paths.invocation(invocation.id),
  );

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
    <nav aria-label="Invocations of the same action" className="flex gap-1">
      <Button
        size="icon"
        aria-label="Previous invocation of this action"
        aria-keyshortcuts="["
        title={previousPath && "Previous invocation of this action ([)"}
        disabledReason={previousPath === undefined ? reasons.previous : undefined}
        onClick={() => previousPath && router.push(previousPath)}
      >
        <ChevronLeft />
      </Button>
      <Button
        size="icon"
        aria-label="Next invocation of this action"
        aria-keyshortcuts="]"
        title={nextPath && "Next invocation of this action (])"}
        disabledReason={nextPath === undefined ? reasons.next : undefined}
        onClick={() => nextPath && router.push(nextPath)}
      >
        <ChevronRight />
      </Button>
    </nav>
  );
}

function whyNot(invocations: InvocationsOfAction, isListed: boolean): { previous: string; next: string } {
  const both = (reason: string) => ({ previous: reason, next: reason });
  if (!invocations.isNamed) return both("The action of this invocation is unknown.");
  if (invocations.error) return both("The invocations of this action could not be loaded.");
  if (invocations.data === undefined) return both("Loading the invocations of this action…");
  if (!isListed) return both(`This invocation is not among the newest ${invocationsRead} of its action.`);
  return {
    previous: invocations.data.paging?.hasMore
      ? `Only the newest ${invocationsRead} invocations of this action are loaded.`
      : "This is the first invocation of its action.",
    next: "This is the newest invocation of its action.",
  };
}
