"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { TruthLine } from "@/components/ui/truth-line";
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import { formatCount } from "@/lib/format/numbers";
import { AcquiredList } from "./acquired-list.tsx";
import { completenessWords, countOf, nothingWords, warningsOf } from "./release-choice.ts";

export interface ReleaseDraft {
  /** Ids that are not listed, as they were typed. */
  readonly typed: string;
  readonly reuse: boolean;
  readonly reason: string;
}

/** Which browsers are given back, how, and why. */
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
  /** In the order they are shown. */
  sessions: readonly AcquiredSession[];
  /** Ids of those that are ticked. */
  picked: ReadonlySet<string>;
  /** Ids of those, and of those that were typed. */
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
    <div className="grid gap-3">
      <p className="text-ink-2">
        Whoever holds a browser is cut off.{" "}
        {draft.reuse
          ? "It is cleaned and available again."
          : "It is discarded; another has to be started in its place."}
      </p>
      <p role="status" className="font-medium">
        {wanted === undefined
          ? `${countOf(chosen.length)} chosen`
          : `${formatCount(chosen.length)} chosen of ${formatCount(wanted)} that the remedy needs`}
      </p>
      <Choice query={query} sessions={sessions} picked={picked} onChoose={onChoose} />
      {warnings.length === 0 ? null : (
        <div role="alert" className="grid gap-1 rounded-md bg-warn-bg px-3 py-2 text-label text-warn">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </div>
      )}
      <Field
        label="Ids of other sessions"
        optional
        hint="Whether a client is connected the API does not tell: ask who holds it."
      >
        <Input
          mono
          value={draft.typed}
          onChange={(event) => onDraft({ ...draft, typed: event.target.value })}
        />
      </Field>
      <Checkbox
        checked={draft.reuse}
        onCheckedChange={(reuse) => onDraft({ ...draft, reuse })}
        label="Clean and reuse"
      />
      <Field label="Reason">
        <Textarea
          rows={2}
          maxLength={500}
          value={draft.reason}
          onChange={(event) => onDraft({ ...draft, reason: event.target.value })}
        />
      </Field>
    </div>
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
      <div role="status" aria-label="Reading the acquired sessions" className="grid gap-2">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    ) : (
      <ErrorState
        shape="strip"
        error={query.error}
        title="The acquired sessions could not be read"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  const nothing = nothingWords(acquired);
  return (
    <div className="grid gap-1">
      {nothing === undefined ? (
        <AcquiredList sessions={sessions} picked={picked} onChoose={onChoose} />
      ) : (
        <p className="rounded-md border border-line px-3 py-3 text-label text-ink-3">
          {nothing} An id can be typed below.
        </p>
      )}
      {acquired.source === "not_read" ? null : (
        <TruthLine
          readAtMs={acquired.observed_at_ms}
          source={
            acquired.source === "seen"
              ? "sessions as the dashboard saw them; some may be gone"
              : "sessions as the API lists them"
          }
          completeness={completenessWords(acquired)}
          stale={query.error === null ? undefined : "a failed refresh"}
        />
      )}
    </div>
  );
}
