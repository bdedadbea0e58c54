"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { isInOverlay, isTyping } from "@/components/ui/typing";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { adjacentInvocationsOf } from "./adjacent-invocations.ts";
import { adjacentInvocationLinksTexts } from "./invocation-on-demand-messages.ts";
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
    <nav aria-label={adjacentInvocationLinksTexts.invocationsOfTheSameAction} className="flex gap-1">
      <Button
        size="icon"
        aria-label={adjacentInvocationLinksTexts.previousInvocation}
        aria-keyshortcuts="["
        title={previousPath && adjacentInvocationLinksTexts.previousInvocationWithKey}
        disabledReason={previousPath === undefined ? reasons.previous : undefined}
        onClick={() => previousPath && router.push(previousPath)}
      >
        <ChevronLeft />
      </Button>
      <Button
        size="icon"
        aria-label={adjacentInvocationLinksTexts.nextInvocation}
        aria-keyshortcuts="]"
        title={nextPath && adjacentInvocationLinksTexts.nextInvocationWithKey}
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
  if (!invocations.isNamed) return both(adjacentInvocationLinksTexts.actionUnknown);
  if (invocations.error) return both(adjacentInvocationLinksTexts.invocationsNotLoaded);
  if (invocations.data === undefined) return both(adjacentInvocationLinksTexts.loadingInvocations);
  if (!isListed) return both(adjacentInvocationLinksTexts.notAmongNewest(invocationsRead));
  return {
    previous: invocations.data.paging?.hasMore
      ? adjacentInvocationLinksTexts.onlyNewestLoaded(invocationsRead)
      : adjacentInvocationLinksTexts.isFirstInvocation,
    next: adjacentInvocationLinksTexts.isNewestInvocation,
  };
}
