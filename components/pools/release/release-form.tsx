"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { QueryError } from "@/components/layout/query-error";
import { Checkbox } from "@/components/ui/checkbox";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { releaseDialogTexts, releaseFormTexts } from "../pool-on-demand-messages.ts";
import { AcquiredList } from "./acquired-list.tsx";
import { emptyMessage, formatCompleteness, warningsOf } from "./release-choice.ts";

export interface ReleaseDraft {
  /** Typed ids of sessions that are not listed. */
  readonly typed: string;
  readonly reuse: boolean;
}

/** Selects the browsers to release, and how. */
export function ReleaseForm({
  query,
  sessions,
  picked,
  chosen,
  wanted,
  draft,
  onChoose,
  onDraft,
}: {
  query: UseQueryResult<{ data: PoolAcquired }>;
  /** In display order. */
  sessions: readonly AcquiredSession[];
  /** Ids of the checked ones. */
  picked: ReadonlySet<string>;
  /** Ids of the checked and the typed ones. */
  chosen: readonly string[];
  /** How many a remedy needs. */
  wanted: number | undefined;
  draft: ReleaseDraft;
  onChoose: (id: string, chosen: boolean) => void;
  onDraft: (draft: ReleaseDraft) => void;
}) {
  const acquired = query.data?.data;
  const warnings = acquired === undefined ? [] : warningsOf(acquired, chosen);
  return (
    <>
      <p className="text-ink-2">{releaseFormTexts.clientsAreDisconnected(draft.reuse)}</p>
      <p role="status" className="font-medium">
        {wanted === undefined
          ? releaseFormTexts.selected(formatCountOf(chosen.length, "browser"))
          : releaseFormTexts.selectedOf(formatCount(chosen.length), formatCount(wanted))}
      </p>
      <Choice query={query} sessions={sessions} picked={picked} onChoose={onChoose} />
      {warnings.length === 0 ? null : (
        <div role="alert" className="grid gap-1 rounded-md bg-warn-bg px-3 py-2 text-label text-warn">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </div>
      )}
      <Field label={releaseFormTexts.otherBrowserIds} optional hint={releaseFormTexts.clientsNotReported}>
        <Input
          mono
          value={draft.typed}
          onChange={(event) => onDraft({ ...draft, typed: event.target.value })}
        />
      </Field>
      <Checkbox
        checked={draft.reuse}
        onCheckedChange={(reuse) => onDraft({ ...draft, reuse })}
        label={releaseDialogTexts.cleanAndReuse}
      />
    </>
  );
}

function Choice({
  query,
  sessions,
  picked,
  onChoose,
}: {
  query: UseQueryResult<{ data: PoolAcquired }>;
  sessions: readonly AcquiredSession[];
  picked: ReadonlySet<string>;
  onChoose: (id: string, chosen: boolean) => void;
}) {
  const acquired = query.data?.data;
  if (acquired === undefined)
    return query.error === null ? (
      <div role="status" aria-label={releaseFormTexts.loadingAcquiredBrowsers} className="grid gap-2">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    ) : (
      <QueryError query={query} shape="strip" title={releaseFormTexts.acquiredNotLoaded} />
    );
  const nothing = emptyMessage(acquired);
  return (
    <div className="grid gap-1">
      {nothing === undefined ? (
        <AcquiredList sessions={sessions} picked={picked} onChoose={onChoose} />
      ) : (
        <p className="rounded-md border border-line px-3 py-3 text-label text-ink-3">
          {releaseFormTexts.youCanEnterIdBelow(nothing)}
        </p>
      )}
      {acquired.source === "not_read" ? null : (
        <DataFreshness
          subject={releaseFormTexts.acquiredBrowsers}
          readAtMs={acquired.observed_at_ms}
          source={acquired.source === "seen" ? releaseFormTexts.asLastSeen : releaseFormTexts.fromApiList}
          partial={formatCompleteness(acquired)}
          stale={query.error === null ? undefined : releaseFormTexts.aFailedRefresh}
        />
      )}
    </div>
  );
}
