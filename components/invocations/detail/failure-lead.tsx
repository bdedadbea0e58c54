"use client";

import clsx from "clsx";
import type { MouseEvent } from "react";
import { SessionLink } from "@/components/inventory/session-link";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { LastPicture } from "@/components/pictures/last-picture";
import { Link } from "@/components/ui/link";
import type { LogLine } from "@/lib/bff/live";
import type { Invocation } from "@/lib/contract/invocations";
import { visibleText } from "@/lib/format/ansi";
import { lineHash } from "@/lib/live/line-hash";
import { logLinePath } from "@/lib/paths";
import type { RequestFailure } from "@/lib/telemetry/frequent-failures";
import { FailedBefore } from "./failed-before.tsx";
import { failureHint } from "./failure-hint.ts";
import { failureLinesOf } from "./failure-lines.ts";
import { failureLeadTexts } from "./invocation-on-demand-messages.ts";
import { SimilarFailures } from "./similar-failures.tsx";
import type { InvocationLog } from "./use-invocation-log.ts";
import { useInvocationPictures } from "./use-invocation-pictures.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** The characters of a line that are shown; the log has the rest. */
const shownChars = 600;

/** Why an invocation failed: its reason, the lines that explain it, its browser, and what failed in the same way. */
export function FailureLead({
  invocation,
  log,
  sessions,
  before,
  onShowLine,
}: {
  invocation: Invocation;
  log: InvocationLog;
  sessions: InvocationSessions;
  /** The request of its pages that failed most often. */
  before?: RequestFailure | undefined;
  /** Called when a line's link shows the line on this page; absent: the link opens the invocation's page. */
  onShowLine?: () => void;
}) {
  const { id, status_reason: reason } = invocation;
  const last = useInvocationPictures(invocation, sessions).pictures.at(-1);
  const lines = failureLinesOf(log.newest);
  // An invocation without a log of its own may have browsers, whose logs are read next.
  const isReading =
    log.state === undefined ||
    log.state === "connecting" ||
    (log.state === "unavailable" && sessions.isListing);
  const hint = failureHint(reason ?? "", lines.length > 0 || isReading);
  const lastBrowser = sessions.seen.at(-1)?.browser;
  const browser = (
    <div className="grid min-h-10 min-w-0 content-start gap-0.5">
      <span className="text-label text-ink-3">{failureLeadTexts.browser}</span>
      {lastBrowser === undefined ? (
        <span className="text-ink-3">
          {sessions.isListing || isReading ? failureLeadTexts.loading : failureLeadTexts.noneRecorded}
        </span>
      ) : (
        <SessionLink id={lastBrowser.session_id} name={lastBrowser.name} className="min-w-0 truncate" />
      )}
    </div>
  );
  return (
    <section aria-labelledby="failure" className="@container overflow-clip rounded-md border border-line">
      <div className="grid gap-3 p-4 @3xl:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 content-start gap-2">
          <h2 id="failure" className="text-base font-semibold break-words">
            {reason || failureLeadTexts.failedWithoutAReason}
          </h2>
          {before === undefined ? null : <FailedBefore failure={before} />}
          {hint === undefined ? null : <p className="text-ink-2">{hint}</p>}
          {/* As high as four lines from the start, in a sheet as some that wrap, so that they push nothing. */}
          <div
            className={clsx(
              "min-h-[5.75rem] rounded-sm bg-sunk px-3 py-2 font-mono text-label",
              lines.length > 0 || isReading ? "@max-lg:min-h-36" : "@max-lg:min-h-0",
            )}
          >
            {lines.length > 0 ? (
              <FailureLines id={id} lines={lines} onShowLine={onShowLine} />
            ) : (
              <span className="text-ink-3">
                {isReading ? failureLeadTexts.loadingTheLog : failureLeadTexts.noLogLines}
              </span>
            )}
          </div>
        </div>
        {last === undefined ? (
          <div className="@3xl:w-56">{browser}</div>
        ) : (
          <LastPicture picture={last}>{browser}</LastPicture>
        )}
      </div>
      <SimilarFailures id={id} reason={reason ?? ""} finishedAt={invocation.finished_at} />
    </section>
  );
}

/** Whether a click on a link opens a tab, a window or a download. */
const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

function FailureLines({
  id,
  lines,
  onShowLine,
}: {
  id: string;
  lines: readonly LogLine[];
  onShowLine: (() => void) | undefined;
}) {
  const formatTime = useLogTime();
  const timeOf = (at: string) => {
    const atMs = Date.parse(at);
    return Number.isNaN(atMs) ? failureLeadTexts.timeUnknown : formatTime(atMs, "ms");
  };
  return (
    <ol aria-label={failureLeadTexts.lastLogLines} className="grid gap-0.5">
      {lines.map((line, index) => (
        <li key={line.id} className="grid min-w-0 grid-cols-[12ch_minmax(0,1fr)] gap-x-3 @max-lg:grid-cols-1">
          {/* Lines written together have one time. */}
          {line.at === lines[index - 1]?.at ? (
            <span className="@max-lg:hidden" />
          ) : (
            <Link
              href={logLinePath({ invocationId: id }, { at: line.at, hash: lineHash(line.text) })}
              scroll={onShowLine === undefined}
              onClick={(event) => {
                if (!opensElsewhere(event)) onShowLine?.();
              }}
              className="text-ink-3 hover:underline"
              title={failureLeadTexts.showInLog}
            >
              {timeOf(line.at)}
            </Link>
          )}
          <span className="break-words whitespace-pre-wrap">
            {visibleText(line.text).slice(0, shownChars)}
          </span>
        </li>
      ))}
    </ol>
  );
}
