"use client";

import Link from "next/link";
import { levelStyles } from "@/components/log-pane/hue-class";
import { useLogTime } from "@/components/log-pane/use-log-time";
import type { LogLine } from "@/lib/bff/live";
import type { Invocation } from "@/lib/contract/invocations";
import { parseInstant } from "@/lib/format/rfc3339";
import { visibleText } from "@/lib/live/ansi";
import { lineHash } from "@/lib/live/line-hash";
import { namedIdsIn } from "@/lib/live/line-ids";
import { levelOf } from "@/lib/live/log-level";
import { paths } from "@/lib/paths";
import { failureHint } from "./failure-hint.ts";
import { failureLinesOf } from "./failure-lines.ts";
import { SimilarFailures } from "./similar-failures.tsx";
import type { InvocationLog } from "./use-invocation-log.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** Of a longer line the log has the rest. */
const shownChars = 600;

/** Why an invocation failed: its reason, the lines that explain it, its browser, and what failed in the same way. */
export function FailureLead({
  invocation: { id, status_reason: reason, started_at: startedAt },
  log,
  sessions,
}: {
  invocation: Invocation;
  log: InvocationLog;
  sessions: InvocationSessions;
}) {
  const lines = failureLinesOf(log.newest);
  const isReading = log.state === undefined || log.state === "connecting";
  const hint = failureHint(reason ?? "");
  // A session that ended before the recorder saw it may be named in the log.
  const sessionId = sessions.seen.at(-1)?.browser.session_id ?? sessionNamedIn(log.newest);
  return (
    <section aria-labelledby="failure" className="overflow-clip rounded-md border border-line">
      <div className="grid gap-3 p-4 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="grid min-w-0 content-start gap-2">
          <h2 id="failure" className="text-base font-semibold break-words">
            {reason || "It failed without a reason"}
          </h2>
          {hint === undefined ? null : <p className="text-ink-2">{hint}</p>}
          {/* As high as four lines from the start, so that they push nothing. */}
          <div className="min-h-[5.75rem] rounded-sm bg-sunk px-3 py-2 font-mono text-label">
            {lines.length > 0 ? (
              <FailureLines id={id} lines={lines} />
            ) : (
              <span className="text-ink-3">{isReading ? "Reading the log…" : "No log line"}</span>
            )}
          </div>
        </div>
        <div className="grid min-h-10 content-start gap-0.5">
          <span className="text-label text-ink-3">Browser</span>
          {sessionId === undefined ? (
            <span className="text-ink-3">{sessions.recorded.isPending ? "Reading…" : "None recorded"}</span>
          ) : (
            <Link
              href={paths.browser(sessionId)}
              className="min-w-0 truncate font-mono text-label text-accent hover:underline"
            >
              {sessionId}
            </Link>
          )}
        </div>
      </div>
      <SimilarFailures reason={reason ?? ""} startedMs={parseInstant(startedAt ?? "")?.epochMs} />
    </section>
  );
}

const sessionNamedIn = (lines: readonly LogLine[]): string | undefined =>
  lines.flatMap(({ text }) => namedIdsIn(text)).findLast(({ kind }) => kind === "session")?.id;

function FailureLines({ id, lines }: { id: string; lines: readonly LogLine[] }) {
  const formatTime = useLogTime();
  const timeOf = (at: string) => {
    const atMs = Date.parse(at);
    return Number.isNaN(atMs) ? "time unknown" : formatTime(atMs, "ms");
  };
  return (
    <ol
      aria-label="Last log lines"
      className="grid gap-0.5 rounded-sm bg-sunk px-3 py-2 font-mono text-label"
    >
      {lines.map((line, index) => (
        <li key={line.id} className="grid min-w-0 grid-cols-[12ch_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1">
          {/* Lines written together have one time. */}
          {line.at === lines[index - 1]?.at ? (
            <span className="max-sm:hidden" />
          ) : (
            <Link
              href={paths.invocation(id, { at: line.at, line: lineHash(line.text) })}
              scroll={false}
              className="text-ink-3 hover:underline"
              title="Show this line in the log"
            >
              {timeOf(line.at)}
            </Link>
          )}
          <span className={`break-words whitespace-pre-wrap ${levelStyles[levelOf(line.text)].tone}`}>
            {visibleText(line.text).slice(0, shownChars)}
          </span>
        </li>
      ))}
    </ol>
  );
}
