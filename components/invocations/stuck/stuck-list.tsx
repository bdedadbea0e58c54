"use client";

import { DurationText } from "@/components/ui/duration-text";
import { Link } from "@/components/ui/link";
import type { StuckInvocation, StuckInvocations } from "@/lib/bff/stuck-invocations";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { CancelInvocation } from "../detail/cancel-invocation.tsx";
import { formatEvidence } from "./stuck-evidence.ts";
import { stuckListTexts } from "./stuck-on-demand-messages.ts";

/** The invocations that should have ended, the longest first. */
export function StuckList({ stuck: { items, total } }: { stuck: Pick<StuckInvocations, "items" | "total"> }) {
  return (
    <ul
      aria-label={stuckListTexts.stuckInvocations}
      className="max-h-80 overflow-y-auto rounded-md border border-line"
    >
      {items.map((each) => (
        <StuckRow key={each.id} stuck={each} />
      ))}
      {total > items.length ? (
        <li className="px-3 py-1.5 text-label text-ink-3">
          {stuckListTexts.theLongestOf({ shown: formatCount(items.length), total: formatCount(total) })}
        </li>
      ) : null}
    </ul>
  );
}

/** One of them: what it is, the evidence, and a button to cancel it. */
function StuckRow({ stuck }: { stuck: StuckInvocation }) {
  const { id, app_name, action_name, version, started_at_ms: startedMs, basis } = stuck;
  const started = new Date(startedMs).toISOString();
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 last:border-b-0">
      <Link href={paths.invocation(id)} className="min-w-0 truncate font-medium hover:underline" title={id}>
        {action_name || stuckListTexts.invocation}{" "}
        <span className="font-mono text-label font-normal text-ink-3">{shortId(id)}</span>
      </Link>
      <span className="text-label text-ink-3">
        {app_name} <span className="font-mono">{version}</span>
      </span>
      <span className="min-w-0 flex-1 basis-52 text-label text-ink-2">
        {stuckListTexts.running}
        <DurationText from={started} running />, {formatEvidence(stuck)}
        {basis === "limit" ? stuckListTexts.certain : ""}
      </span>
      <CancelInvocation invocation={{ id, action_name, status: "running" }} />
    </li>
  );
}
