"use client";

import Link from "next/link";
import { Fact, Facts } from "@/components/ui/facts";
import { RelativeTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import type { FailureGroup } from "@/lib/bff/insight";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { FailureActs } from "./failure-acts.tsx";
import { FailureRuns } from "./failure-runs.tsx";
import { reasonWords } from "./failure-table.tsx";
import type { Past } from "./insight-screen.ts";
import { missingWords } from "./missing-words.ts";
import { failedRunsOf } from "./run-link.ts";
import { FailureBadge } from "./verdict-badge.tsx";

/** One kind of failure: what was said of it, where it comes up, and its runs. */
export function FailureSheet({
  reasonKey,
  group,
  past,
  reading,
  leftOut,
  onClose,
}: {
  reasonKey: string;
  /** Undefined: not read, left out, or there is none in this time. */
  group: FailureGroup | undefined;
  past: Past;
  /** Whether this time is still read. */
  reading: boolean;
  /** How many kinds of failures are not listed. */
  leftOut: number;
  onClose: () => void;
}) {
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={<span className="line-clamp-2 break-words">{reasonWords(reasonKey)}</span>}
    >
      <div className="grid gap-5">
        {group === undefined ? (
          <p className="text-ink-2">{missingWords("failure", { past, reading, leftOut })}</p>
        ) : (
          <>
            <FailureActs group={group} />
            <GroupFacts group={group} />
            <Places group={group} past={past} />
          </>
        )}
        {reasonKey === "" ? null : <FailureRuns reasonKey={reasonKey} past={past} />}
      </div>
    </Sheet>
  );
}

function GroupFacts({ group }: { group: FailureGroup }) {
  const { said } = group;
  return (
    <Facts>
      <Fact name="State">
        <FailureBadge state={group.state} />
      </Fact>
      {said === null ? null : (
        <Fact name={group.state === "muted" ? "Muted by" : "Said by"}>
          {said.by} <RelativeTime at={said.at_ms} />
          {said.until_ms === null ? null : (
            <>
              , until <RelativeTime at={said.until_ms} />
            </>
          )}
        </Fact>
      )}
      {said === null || said.note === "" ? null : <Fact name="Note">{said.note}</Fact>}
      {group.reopened_by.length === 0 ? null : (
        <Fact name="Reopened by">{group.reopened_by.join(", ")}: a version it had not been on</Fact>
      )}
      <Fact name="Failed runs">
        {formatCount(group.count)}, {formatPercent(group.share)} of all that failed
      </Fact>
      <Fact name="First seen">
        <RelativeTime at={group.first_seen_ms} />
      </Fact>
      <Fact name="Last seen">
        <RelativeTime at={group.last_seen_ms} />
      </Fact>
      {group.example === null ? null : (
        <Fact name="The newest says">
          <span className="break-words text-bad">{group.example}</span>
        </Fact>
      )}
    </Facts>
  );
}

function Places({ group, past }: { group: FailureGroup; past: Past }) {
  return (
    <table className="w-full text-label">
      <caption className="pb-1 text-left text-base font-semibold">Where it comes up</caption>
      <thead className="text-left text-ink-3">
        <tr>
          <th className="h-6 font-normal">Action</th>
          <th className="font-normal">Version</th>
          <th className="font-normal">First seen</th>
          <th className="text-right font-normal">Failed</th>
        </tr>
      </thead>
      <tbody>
        {group.places.map((place) => (
          <tr
            key={JSON.stringify([place.app_name, place.action_name, place.version])}
            className="border-t border-line"
          >
            <td className="h-7 pr-2">
              <Link href={failedRunsOf(place, past)} className="text-accent underline">
                {place.action_name || "no action"}
              </Link>{" "}
              <span className="text-ink-3">{place.app_name}</span>
            </td>
            <td className="pr-2 font-mono">{place.version || "–"}</td>
            <td className="pr-2">
              <RelativeTime at={place.first_seen_ms} />
            </td>
            <td className="text-right font-mono">{formatCount(place.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
