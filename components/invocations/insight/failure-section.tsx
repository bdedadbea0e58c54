"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo } from "react";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { loadPart } from "@/components/ui/load-part";
import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/format/numbers";
import { needsAttention } from "@/lib/insight/failure-state";
import { failureSectionTexts } from "./failure-messages.ts";
import { FailureTable } from "./failure-table.tsx";
import type { InsightSearchParams } from "./insight-search-params.ts";
import { LeftOut } from "./left-out.tsx";
import { useFailureInsight } from "./use-insight.ts";

const FailureSheet = dynamic(
  loadPart(() => import("./failure-sheet.tsx").then((module) => module.FailureSheet)),
  {
    ssr: false,
  },
);

const shows = [
  { value: "attention", label: failureSectionTexts.needsAttention },
  { value: "all", label: failureSectionTexts.allFailures },
] as const;

/** The groups of failures, and the sheet of the open one. */
export function FailureSection({ screen: { value, set } }: { screen: UrlQuery<InsightSearchParams> }) {
  const { past = "24h", show, reason } = value;
  const read = useFailureInsight(past);
  // Until the new period is read, the data are of the previous one.
  const awaited = read.isPlaceholderData;
  const { groups, groups_left_out: leftOut = 0 } = read.data?.data ?? {};
  const shown = useMemo(
    () => (show === "all" ? groups : groups?.filter(({ state }) => needsAttention(state))),
    [groups, show],
  );
  const hidden = (groups?.length ?? 0) - (shown?.length ?? 0);
  const open = useCallback(
    (key: string | undefined) =>
      set({ reason: key, app: undefined, action: undefined }, reason === undefined ? "push" : "replace"),
    [set, reason],
  );
  return (
    <>
      <section aria-label={failureSectionTexts.failures} className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="text-lead font-semibold">{failureSectionTexts.failures}</h2>
          <p className="min-w-0 flex-1 text-label text-ink-3">
            {hidden > 0 && !awaited ? failureSectionTexts.acknowledgedOrMuted(formatCount(hidden)) : null}
          </p>
          <Select
            label={failureSectionTexts.failuresShown}
            className="!w-44"
            value={show ?? "attention"}
            onValueChange={(next) => set({ show: next === "all" ? "all" : undefined }, "replace")}
            options={shows}
          />
        </div>
        <FailureTable
          groups={shown}
          hidden={hidden}
          onShowAll={() => set({ show: "all" }, "replace")}
          openReason={reason}
          onOpenReason={open}
          read={read}
        />
        <LeftOut count={leftOut} what={failureSectionTexts.kindsWithFewerFailures} awaited={awaited} />
      </section>
      {reason === undefined || groups === undefined ? null : (
        <FailureSheet
          key={reason}
          reasonKey={reason}
          group={awaited ? undefined : groups.find((group) => group.reason_key === reason)}
          past={past}
          reading={awaited}
          leftOut={leftOut}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}
