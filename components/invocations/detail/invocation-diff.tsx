"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryError } from "@/components/layout/query-error";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { isGoingOn } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { formatJson } from "@/lib/format/format-json";
import { scanNow } from "@/lib/format/json-scan";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { invocationQueries } from "@/lib/queries/invocations";
import { diffLinesOf, type TextDiff } from "./diff-rows.ts";
import { notRecorded } from "./invocation-bodies.tsx";
import { InvocationDiffTable } from "./invocation-diff-table.tsx";
import { invocationDiffTexts } from "./invocation-on-demand-messages.ts";

/** Characters of a body above which it is not compared. */
const maxCompared = 2_000_000;

type BodyDiff = TextDiff | { readonly kind: "none" } | { readonly kind: "too-large" };

/** Compares two payloads or outputs; JSON is normalized first, so that indentation does not count. */
function diffBodies(left: string | null | undefined, right: string | null | undefined): BodyDiff {
  if (!left && !right) return { kind: "none" };
  if (left === right) return { kind: "equal" };
  if ((left?.length ?? 0) > maxCompared || (right?.length ?? 0) > maxCompared) return { kind: "too-large" };
  return diffLinesOf(linesOf(left), linesOf(right));
}

function linesOf(text: string | null | undefined): readonly string[] {
  if (!text) return [];
  return scanNow(text).ok ? formatJson(text).split("\n") : text.split(/\r?\n/);
}

/** Compares payload and output of two invocations line by line. Loaded lazily. */
export function InvocationDiff({ invocation, otherId }: { invocation: Invocation; otherId: string }) {
  const query = useQuery(invocationQueries.detail(otherId));
  const other = query.data?.data;
  if (other === undefined) {
    return query.error ? (
      <QueryError query={query} title={invocationDiffTexts.otherNotLoaded} shape="strip" />
    ) : (
      <Skeleton className="h-40" />
    );
  }
  const isOtherAction =
    other.action_name !== invocation.action_name || other.app_name !== invocation.app_name;
  return (
    <div className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-mono text-bad">−</span>
        <Link href={paths.invocation(other.id)} className="font-mono text-label text-accent hover:underline">
          {other.id}
        </Link>
        <StatusBadge of="invocation" status={other.status} />
        <span className="text-ink-3">
          <RelativeTime at={other.started_at} /> · {other.version ?? invocationDiffTexts.noVersion}
        </span>
        <span className="font-mono text-ok">+</span>
        {invocationDiffTexts.thisInvocationInLegend}
        {isOtherAction ? (
          <span className="text-warn">
            {invocationDiffTexts.otherOfAnotherAction}
            {other.app_name} {other.action_name}.
          </span>
        ) : null}
      </p>
      <Body
        label={invocationDiffTexts.payload}
        left={other.payload}
        right={invocation.payload}
        note={missing(other, invocation, "payload")}
      />
      <Body
        label={invocationDiffTexts.output}
        left={other.output}
        right={invocation.output}
        note={
          isGoingOn(invocation)
            ? invocationDiffTexts.thisInvocationIsStillRunning
            : missing(other, invocation, "output")
        }
      />
    </div>
  );
}

/** Why a body is missing, if one of the invocations comes from the recorder. */
function missing(other: Invocation, own: Invocation, what: "payload" | "output"): string | undefined {
  const why = (invocation: Invocation, whose: string) => {
    const reason = invocation[what] ? undefined : notRecorded(invocation, what);
    return reason && `${whose}: ${reason}`;
  };
  return why(other, invocationDiffTexts.theOtherInvocation) ?? why(own, invocationDiffTexts.thisInvocation);
}

function Body({
  label,
  left,
  right,
  note,
}: {
  label: string;
  left: string | null | undefined;
  right: string | null | undefined;
  note?: string | undefined;
}) {
  const diff = useMemo(() => diffBodies(left, right), [left, right]);
  return (
    <section
      aria-label={invocationDiffTexts.compared(label)}
      className="min-w-0 overflow-clip rounded-md border border-line bg-sunk"
    >
      <h3 className="flex min-h-8 flex-wrap items-center gap-x-2 border-b border-line px-3 text-label">
        <span className="font-medium text-ink-2">{label}</span>
        <span className="text-ink-3">{note ?? summary(diff, left, right)}</span>
      </h3>
      {diff.kind === "rows" ? <InvocationDiffTable label={label} rows={diff.rows} /> : null}
    </section>
  );
}

function summary(diff: BodyDiff, left: string | null | undefined, right: string | null | undefined): string {
  switch (diff.kind) {
    case "none":
      return invocationDiffTexts.bothHaveNone;
    case "equal":
      return invocationDiffTexts.equal;
    case "too-large":
      return invocationDiffTexts.tooLargeToCompare({
        limit: formatBytes(maxCompared),
        other: formatBytes(left?.length ?? 0),
        own: formatBytes(right?.length ?? 0),
      });
    case "rows":
      if (!left) return invocationDiffTexts.theOtherHasNone;
      if (!right) return invocationDiffTexts.thisOneHasNone;
      return `${invocationDiffTexts.changedLines({ removed: formatCount(diff.removed), added: formatCount(diff.added) })}${diff.isRough ? invocationDiffTexts.tooManyToMatch : ""}`;
  }
}
