"use client";

import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import type { ActionFigures, VersionFigures } from "@/lib/bff/insight";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { ChangeList } from "./change-list.tsx";
import { actionSheetTexts } from "./failure-on-demand-messages.ts";
import { FailureShare } from "./failure-share.tsx";
import { comparisonRule, formatVerdict } from "./insight-messages.ts";
import type { Lookback } from "./insight-search-params.ts";
import { failedInvocationsOf } from "./invocation-link.ts";
import { missingMessage } from "./missing-message.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** An action's versions, newest first, each compared with the one before it. */
export function ActionSheet({
  name,
  action,
  past,
  reading,
  leftOut,
  onClose,
}: {
  /** The name in the address. */
  name: string;
  /** Undefined: not read, left out, or not invoked in this period. */
  action: ActionFigures | undefined;
  past: Lookback;
  /** Whether this period is still loading. */
  reading: boolean;
  /** Number of actions not listed. */
  leftOut: number;
  onClose: () => void;
}) {
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={<span className="truncate">{name}</span>}
    >
      {action === undefined ? (
        <p className="text-ink-2">{missingMessage("action", { past, reading, leftOut })}</p>
      ) : (
        <div className="grid gap-5">
          <Verdict action={action} />
          {[...action.versions].reverse().map((version) => (
            <Version key={version.version} action={action} version={version} past={past} />
          ))}
          {action.versions_left_out === 0 ? null : (
            <p className="text-label text-ink-3">
              {actionSheetTexts.olderVersionsAreNotShown(formatCount(action.versions_left_out))}
            </p>
          )}
          <p className="text-caption text-ink-3">{actionSheetTexts.figuresExplained(comparisonRule)}</p>
        </div>
      )}
    </Sheet>
  );
}

function Verdict({ action: { verdict } }: { action: ActionFigures }) {
  return (
    <section aria-label={actionSheetTexts.verdict} className="grid gap-1.5">
      <p>
        <VerdictBadge verdict={verdict} />
      </p>
      <p className="text-ink-2">{formatVerdict(verdict).evidence}</p>
      {verdict.state === "regressed" ? (
        <p className="text-ink-2">
          {actionSheetTexts.firstRan(verdict.since_version)}
          <RelativeTime at={verdict.since_ms} empty={actionSheetTexts.beforeTheHistory} />
          {actionSheetTexts.comparedWithLastGood(verdict.version, verdict.change.base_version)}
        </p>
      ) : null}
    </section>
  );
}

function Version({
  action,
  version,
  past,
}: {
  action: ActionFigures;
  version: VersionFigures;
  past: Lookback;
}) {
  const { app_name, action_name } = action;
  return (
    <section
      aria-label={actionSheetTexts.version(version.version)}
      className="grid gap-1 border-t border-line pt-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-mono font-semibold">{version.version || actionSheetTexts.noVersion}</h3>
        <span className="text-label text-ink-3">
          {actionSheetTexts.firstInvocation}
          <RelativeTime at={version.first_invocation_at_ms} empty={actionSheetTexts.beforeTheHistory} />
        </span>
        <span className="flex-1" />
        {version.failed === 0 ? null : (
          <Link
            href={failedInvocationsOf({ app_name, action_name, version: version.version }, past)}
            className="text-label text-accent hover:underline"
          >
            {actionSheetTexts.failedInvocations}
          </Link>
        )}
      </div>
      <p>
        {actionSheetTexts.failed(formatCount(version.invocations), version.invocations)}
        <FailureShare figures={version} />
        {version.interrupted === 0 ? null : (
          <span className="text-ink-3">
            {actionSheetTexts.interruptedNotCompared(formatCount(version.interrupted))}
          </span>
        )}
      </p>
      <p className="text-ink-2">
        p50 {formatDuration(version.p50_ms)} · p95 {formatDuration(version.p95_ms)} · p99{" "}
        {formatDuration(version.p99_ms)}{" "}
        <span className="text-ink-3">{actionSheetTexts.of(formatCount(version.measured))}</span>
      </p>
      {version.change === null ? null : <ChangeList change={version.change} />}
    </section>
  );
}
