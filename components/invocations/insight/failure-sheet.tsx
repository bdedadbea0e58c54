"use client";

import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import type { FailureGroup } from "@/lib/bff/insight";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { FailureActions } from "./failure-actions.tsx";
import { FailureInvocations } from "./failure-invocations.tsx";
import { failureSheetTexts } from "./failure-on-demand-messages.ts";
import { formatReason } from "./failure-table.tsx";
import type { Lookback } from "./insight-search-params.ts";
import { failedInvocationsOf } from "./invocation-link.ts";
import { missingMessage } from "./missing-message.ts";
import { FailureBadge } from "./verdict-badge.tsx";

/** One failure group: its triage state, where it occurs, and its invocations. */
export function FailureSheet({
  reasonKey,
  group,
  past,
  reading,
  leftOut,
  onClose,
}: {
  reasonKey: string;
  /** Undefined: not read, left out, or none in this period. */
  group: FailureGroup | undefined;
  past: Lookback;
  /** Whether this period is still loading. */
  reading: boolean;
  /** Number of failure groups not listed. */
  leftOut: number;
  onClose: () => void;
}) {
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={<span className="line-clamp-2 break-words">{formatReason(reasonKey)}</span>}
    >
      <div className="grid gap-5">
        {group === undefined ? (
          <p className="text-ink-2">{missingMessage("failure", { past, reading, leftOut })}</p>
        ) : (
          <>
            <FailureActions group={group} />
            <FailureGroupDetails group={group} />
            <Places group={group} past={past} />
          </>
        )}
        {reasonKey === "" ? null : <FailureInvocations reasonKey={reasonKey} past={past} />}
      </div>
    </Sheet>
  );
}

function FailureGroupDetails({ group }: { group: FailureGroup }) {
  const { decision } = group;
  return (
    <DescriptionList>
      <DescriptionItem name={failureSheetTexts.state}>
        <FailureBadge state={group.state} />
      </DescriptionItem>
      {decision === null ? null : (
        <DescriptionItem name={group.state === "muted" ? failureSheetTexts.mutedBy : failureSheetTexts.setBy}>
          {decision.by} <RelativeTime at={decision.at_ms} />
          {decision.until_ms === null ? null : (
            <>
              {failureSheetTexts.until}
              <RelativeTime at={decision.until_ms} />
            </>
          )}
        </DescriptionItem>
      )}
      {decision === null || decision.note === "" ? null : (
        <DescriptionItem name={failureSheetTexts.note}>{decision.note}</DescriptionItem>
      )}
      {group.reopened_by.length === 0 ? null : (
        <DescriptionItem name={failureSheetTexts.reopenedBy}>
          {failureSheetTexts.newVersion(group.reopened_by.join(", "))}
        </DescriptionItem>
      )}
      <DescriptionItem name={failureSheetTexts.failedInvocations}>
        {failureSheetTexts.ofAllFailures(formatCount(group.count), formatPercent(group.share))}
      </DescriptionItem>
      <DescriptionItem name={failureSheetTexts.firstSeen}>
        <RelativeTime at={group.first_seen_ms} />
      </DescriptionItem>
      <DescriptionItem name={failureSheetTexts.lastSeen}>
        <RelativeTime at={group.last_seen_ms} />
      </DescriptionItem>
      {group.example === null ? null : (
        <DescriptionItem name={failureSheetTexts.newestReason}>
          <span className="break-words text-bad">{group.example}</span>
        </DescriptionItem>
      )}
    </DescriptionList>
  );
}

function Places({ group, past }: { group: FailureGroup; past: Lookback }) {
  return (
    <table className="w-full text-label">
      <caption className="pb-1 text-left text-base font-semibold">{failureSheetTexts.whereItOccurs}</caption>
      <thead className="text-left text-ink-3">
        <tr>
          <th className="h-6 font-normal">{failureSheetTexts.action}</th>
          <th className="font-normal">{failureSheetTexts.version}</th>
          <th className="font-normal">{failureSheetTexts.firstSeen}</th>
          <th className="text-right font-normal">{failureSheetTexts.failed}</th>
        </tr>
      </thead>
      <tbody>
        {group.places.map((place) => (
          <tr
            key={JSON.stringify([place.app_name, place.action_name, place.version])}
            className="border-t border-line"
          >
            <td className="h-7 pr-2">
              <Link
                href={failedInvocationsOf(place, past, group.reason_key)}
                className="text-accent underline"
              >
                {place.action_name || failureSheetTexts.noAction}
              </Link>{" "}
              <span className="text-ink-3">{place.app_name}</span>
            </td>
            <td className="pr-2 font-mono">{place.version || "–"}</td>
            <td className="pr-2">
              <RelativeTime at={place.first_seen_ms} />
            </td>
            <td className="text-right">{formatCount(place.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
