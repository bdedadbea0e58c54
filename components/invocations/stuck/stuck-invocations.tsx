"use client";

import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useId } from "react";
import * as z from "zod/mini";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { formatAge } from "@/lib/format/duration";
import { readFailure } from "@/lib/format/error-message";
import { formatCount } from "@/lib/format/numbers";
import { minStuckSample } from "./stuck.ts";
import type { BaselineState, StuckVerdict } from "./stuck-verdict.ts";
import { openInvocationLimit, type Stuck, useStuck } from "./use-stuck.ts";

// Usually there is nothing to list: the code loads when the line is expanded.
const StuckList = dynamic(() => import("./stuck-list.tsx").then((module) => module.StuckList), {
  ssr: false,
});

const noneMessages = {
  looking: "Looking whether an invocation is stuck",
  none: "No invocation is stuck",
  none_known: "No invocation is known to be stuck",
} as const satisfies Record<Exclude<StuckVerdict, "some">, string>;

const stuckScreen = z.object({ stuck: z.optional(z.enum(["open"])) });

/** One line above the list: how many invocations should have ended, and how long the queue has waited.
 *  Details expand on click only, so that no row moves under the pointer. */
export function StuckInvocations() {
  const id = useId();
  const { value, set } = useUrlQuery(stuckScreen);
  const stuck = useStuck();
  const count = stuck.stuck.length;
  const open = value.stuck === "open" && count > 0;
  const known = stuck.running !== undefined && stuck.queued !== undefined;
  return (
    <section aria-label="Stuck invocations" className="min-w-0 rounded-md border border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 px-3 py-0.5 text-label">
        {!known && stuck.error === undefined ? (
          <Skeleton className="h-3 w-64" />
        ) : !known ? (
          <>
            <p role="alert" className="min-w-0 flex-1 text-bad break-words">
              Whether an invocation is stuck is not known: {readFailure(stuck.error).message}
            </p>
            <Button size="sm" pending={stuck.retrying} onClick={stuck.retry}>
              Retry
            </Button>
          </>
        ) : stuck.verdict !== "some" ? (
          <p className="min-w-0 text-ink-2">
            {noneMessages[stuck.verdict]}: <Figures stuck={stuck} />
          </p>
        ) : (
          <>
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              className="-ml-2 !text-bad"
              onClick={() => set({ stuck: open ? undefined : "open" }, "replace")}
            >
              <StatusGlyph glyph="clock" />
              {formatCount(count)} {count === 1 ? "invocation looks" : "invocations look"} stuck
              <ChevronRight className={open ? "rotate-90" : ""} />
            </Button>
            <span className="min-w-0 text-ink-2">
              <Figures stuck={stuck} />
            </span>
          </>
        )}
      </div>
      {open ? <StuckList id={id} stuck={stuck.stuck} /> : null}
    </section>
  );
}

/** Counts of open invocations, the longest wait, and what these figures leave out. */
function Figures({ stuck: { running, queued, oldest, pasts, leftOut, isRenewed } }: { stuck: Stuck }) {
  const actionsOf = (state: BaselineState) => {
    const count = pasts.filter((past) => past === state).length;
    return count === 0 ? undefined : `${count} ${count === 1 ? "action" : "actions"}`;
  };
  const [reading, unread, tooFew] = [actionsOf("reading"), actionsOf("unread"), actionsOf("too_few")];
  const parts = [
    `${countOf(running)} running`,
    oldest === undefined
      ? `${countOf(queued)} queued`
      : `${countOf(queued)} queued, the oldest for ${formatAge(oldest.waitedMs)}`,
    reading === undefined ? undefined : `the past of ${reading} is being read`,
    unread === undefined ? undefined : `the past of ${unread} could not be read`,
    tooFew === undefined
      ? undefined
      : `too few invocations of ${tooFew} have succeeded (${minStuckSample} are needed)`,
    leftOut > 0
      ? `${formatCount(leftOut)} more ${leftOut === 1 ? "action is" : "actions are"} judged by the API's limit alone, not by what is usual`
      : undefined,
    isRenewed ? undefined : "not renewed since",
  ];
  return <>{parts.filter((part) => part !== undefined).join(" · ")}</>;
}

function countOf(page: Stuck["running"]): string {
  const text = formatCount(page?.items.length);
  return page?.paging?.hasMore
    ? `the newest ${text} of more (${formatCount(openInvocationLimit)} are read)`
    : text;
}
