"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { QueryError } from "@/components/layout/query-error";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { StoredLog } from "@/lib/bff/stored-logs";
import type { Browser } from "@/lib/contract/browsers";
import { formatCount } from "@/lib/format/numbers";
import { StoredLogs } from "../logs/stored-logs.tsx";
import { SessionDetails } from "./session-details.tsx";
import { SessionSource, SourceItem } from "./session-source.tsx";
import type { RecordedSession } from "./use-recorded-session.ts";
import { useSessionLinks } from "./use-session-links.tsx";
import { endedSummaryTexts, recordedSessionTexts } from "./workbench-on-demand-messages.ts";

/**
 * What is known of a session that has ended, in one row: what it belonged to, and from when to when logs of it are
 * stored. Its stored logs, and its recorded fields where the API no longer returns it, are folded.
 */
export function EndedSummary({
  id,
  session,
  gone,
  recorded,
}: {
  id: string;
  /** As the API returned it last. */
  session: Browser | undefined;
  /** The API no longer returns it. */
  gone: boolean;
  recorded: RecordedSession;
}) {
  const { inventory, item, logs, details } = recorded;
  const links = useSessionLinks(id, session ?? details, true);
  const [unfolded, setUnfolded] = useState<"logs" | "details">();
  const stored = logs.data?.items ?? [];
  const fold = (part: "logs" | "details", text: ReactNode) => (
    <Button
      size="sm"
      aria-expanded={unfolded === part}
      onClick={() => setUnfolded((now) => (now === part ? undefined : part))}
    >
      {text}
      <ChevronDown aria-hidden="true" className={unfolded === part ? "rotate-180" : undefined} />
    </Button>
  );
  return (
    <section aria-label={endedSummaryTexts.summary} className="grid gap-2 pt-1">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
        <SessionSource links={links}>
          <StoredTimes logs={logs.data?.items} />
          {gone && item !== undefined ? (
            <SourceItem name={endedSummaryTexts.lastSeen}>
              <RelativeTime at={item.last_seen_ms} />
            </SourceItem>
          ) : null}
        </SessionSource>
        <span className="flex gap-2">
          {stored.length === 0
            ? null
            : fold(
                "logs",
                <>
                  {endedSummaryTexts.storedLogs}
                  <span className="text-ink-3 tabular-nums">{formatCount(stored.length)}</span>
                </>,
              )}
          {gone && details !== undefined ? fold("details", endedSummaryTexts.details) : null}
        </span>
      </div>
      {gone ? (
        <QueryError query={inventory} title={recordedSessionTexts.historyNotLoaded} shape="strip" />
      ) : null}
      <QueryError query={logs} title={recordedSessionTexts.storedLogsNotLoaded} shape="strip" />
      {unfolded === "logs" ? <StoredLogs logs={stored} /> : null}
      {unfolded === "details" && details !== undefined ? <SessionDetails browser={details} ended /> : null}
    </section>
  );
}

/** From when to when lines and events are stored. */
function StoredTimes({ logs }: { logs: readonly StoredLog[] | undefined }) {
  const formatTime = useLogTime();
  if (logs === undefined) return null;
  const times = logs.flatMap(({ first_ms: fromMs, last_ms: toMs }) => [fromMs ?? [], toMs ?? []].flat());
  return (
    <SourceItem name={endedSummaryTexts.stored}>
      {times.length === 0 ? (
        <span className="text-ink-3">{endedSummaryTexts.noneSeeEvidenceInSettings}</span>
      ) : (
        <span className="tabular-nums">
          {formatTime(Math.min(...times), "second")} – {formatTime(Math.max(...times), "second")}
        </span>
      )}
    </SourceItem>
  );
}
