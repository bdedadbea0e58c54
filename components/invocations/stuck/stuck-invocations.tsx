"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import * as z from "zod/mini";
import { QueryError } from "@/components/layout/query-error";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { paces } from "@/lib/paces";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";
import { formatOpen, formatRule, formatVerdict } from "./stuck-evidence.ts";
import { stuckInvocationsTexts } from "./stuck-messages.ts";

// Usually there is nothing to list: the code loads when the line is expanded.
const StuckList = dynamic(
  loadPart(() => import("./stuck-list.tsx").then((module) => module.StuckList)),
  {
    ssr: false,
  },
);

const stuckScreen = z.object({ stuck: z.optional(z.enum(["open"])) });
const refetchInterval = paces.refresh.countsMs;

/** What both parts show: the answer, and whether it is expanded. */
function useStuck() {
  const { value, set } = useUrlQuery(stuckScreen);
  const query = useQuery({ ...invocationHistoryQueries.stuck(), refetchInterval });
  const stuck = query.data?.data;
  const found = stuck !== undefined && stuck.total > 0;
  return { query, stuck, found, open: value.stuck === "open" && found, set };
}

/** One line beside the tabs: how many invocations should have ended, and how long the queue has waited. */
export function StuckLine() {
  const { query, stuck, found, open, set } = useStuck();
  return (
    <section
      aria-label={stuckInvocationsTexts.stuckInvocations}
      title={stuck && formatRule(stuck)}
      className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 px-1 text-label text-ink-3"
    >
      {stuck === undefined ? (
        query.error === null ? (
          <Skeleton className="h-3 w-48" />
        ) : null
      ) : found ? (
        <>
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={open}
            className="!text-warn"
            onClick={() => set({ stuck: open ? undefined : "open" }, "replace")}
          >
            <StatusGlyph glyph="clock" />
            {formatVerdict(stuck)}
            <ChevronRight className={open ? "rotate-90" : ""} />
          </Button>
          <span className="min-w-0">{formatOpen(stuck)}</span>
        </>
      ) : (
        <p className="min-w-0">
          {formatVerdict(stuck)}
          {stuck.read_at_ms === null ? "" : " · "}
          {formatOpen(stuck)}
        </p>
      )}
      {stuck !== undefined && query.error !== null ? (
        <span className="text-warn">{stuckInvocationsTexts.notUpToDate}</span>
      ) : null}
    </section>
  );
}

/** The stuck invocations with their evidence, once the line is pressed, so that no row moves under the pointer. */
export function StuckDetails() {
  const { query, stuck, open } = useStuck();
  if (stuck === undefined && query.error !== null)
    return <QueryError query={query} title={stuckInvocationsTexts.notLoaded} shape="strip" />;
  return open && stuck !== undefined ? <StuckList stuck={stuck} /> : null;
}
