"use client";

import { useSessionNames } from "@/components/inventory/use-pins";
import { DeleteStoredLog } from "@/components/layout/delete-stored-log";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { Link } from "@/components/ui/link";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Tooltip } from "@/components/ui/tooltip";
import { isTelemetry, type LogTopic, parseLogTopic } from "@/lib/bff/live";
import type { StoredLog } from "@/lib/bff/stored-logs";
import { type TelemetryView, telemetryViews } from "@/lib/bff/telemetry-view";
import { formatCount } from "@/lib/format/numbers";
import { logQuery, paths } from "@/lib/paths";
import { logName, viewNames } from "../panes/pane-layout.ts";
import { storedLogsTexts } from "./stored-log-messages.ts";

/** The stored logs of a session that has ended. */
export function StoredLogs({ logs }: { logs: readonly StoredLog[] }) {
  const nameOf = useSessionNames(logs.flatMap(({ session_id: id }) => id ?? []));
  if (logs.length === 0) return null;
  return (
    <section aria-label={storedLogsTexts.storedLogs} tabIndex={-1}>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto border-y border-line">
        {logs.map((log) => (
          <StoredLogRow key={log.id} log={log} nameOf={nameOf} />
        ))}
      </ul>
    </section>
  );
}

function StoredLogRow({ log, nameOf }: { log: StoredLog; nameOf: (session: string) => string }) {
  const formatTime = useLogTime();
  const focusHandoffRef = useFocusHandoff();
  const parts = parseLogTopic(log.topic);
  if (parts === undefined || "invocationId" in parts) return null;
  const name = isTelemetry(parts) ? "telemetry" : logName(parts.log);
  const noun = isTelemetry(parts) ? "event" : "line";
  const { first_ms: fromMs, last_ms: toMs, first_line: firstLine } = log;
  const isTimed = fromMs !== null && toMs !== null;
  return (
    <li ref={focusHandoffRef} className="flex min-h-9 items-center gap-x-3 py-1">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {linksOf(parts).map(({ text, href }) => (
          <Link
            key={text}
            href={href}
            scroll={false}
            title={storedLogsTexts.showInThisPane(text)}
            className="min-w-0 truncate font-mono text-label text-accent hover:underline"
          >
            {text}
          </Link>
        ))}
        {isTimed ? (
          <Tooltip text={`${formatTime(fromMs, "full")} – ${formatTime(toMs, "full")}`}>
            <span className="whitespace-nowrap tabular-nums">
              {formatTime(fromMs, "second")} – {formatTime(toMs, "second")}
            </span>
          </Tooltip>
        ) : null}
        <span className="text-ink-3 tabular-nums">
          {formatCount(log.lines)} {log.lines === 1 ? noun : `${noun}s`}
          {firstLine === 1 ? null : storedLogsTexts.olderDeleted(formatCount(firstLine - 1))}
          {log.ended_at_ms === null ? storedLogsTexts.inProgress : null}
        </span>
      </span>
      <DeleteStoredLog
        log={log}
        name={name}
        owner={storedLogsTexts.browser(nameOf(parts.sessionId))}
        consequence={storedLogsTexts.logLostForGood}
      />
    </li>
  );
}

/** The panes that show a stored log: one of lines, or each view of telemetry. */
function linksOf(topic: Exclude<LogTopic, { invocationId: string }>) {
  const hrefOf = (view?: TelemetryView) => paths.browser(topic.sessionId, logQuery(topic.log, view));
  return isTelemetry(topic)
    ? telemetryViews.map((view) => ({ text: viewNames[view], href: hrefOf(view) }))
    : [{ text: logName(topic.log), href: hrefOf() }];
}
