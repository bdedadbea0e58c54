"use client";

import { type Ref, useMemo } from "react";
import { namedIdHref } from "@/components/inventory/named-id-href";
import { useOpenLog } from "@/components/layout/use-open-log";
import { LogPane } from "@/components/log-pane/log-pane";
import { type FormatLogTime, useLogTime } from "@/components/log-pane/use-log-time";
import { Button } from "@/components/ui/button";
import { withBasePath } from "@/lib/bff/base-path";
import type { LogSpan } from "@/lib/live/log-search";
import { logLinePath } from "@/lib/paths";
import { DeleteInvocationLog } from "./delete-invocation-log.tsx";
import { invocationLogTexts } from "./invocation-on-demand-messages.ts";
import { type Failures, loggedSessions, maxBrowsers, ownLog } from "./merged-logs.ts";
import { type InvocationLog, useMergedLogs } from "./use-invocation-log.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";
import type { LogPart } from "./use-log-part.ts";

/**
 * What the action of an invocation wrote and what failed on its pages, on request among the lines of its browsers; where the API has no such log
 * (`isAbsent`), the logs of its browsers alone.
 */
export function InvocationLogPane({
  ref,
  id,
  isOver,
  log,
  isAbsent,
  part,
  sessions,
  failures,
}: {
  ref: Ref<HTMLElement>;
  id: string;
  /** The invocation has ended. */
  isOver: boolean;
  log: InvocationLog;
  isAbsent: boolean;
  part: LogPart;
  sessions: InvocationSessions;
  /** What failed on its pages. */
  failures: Failures;
}) {
  const openLog = useOpenLog();
  const formatTime = useLogTime();
  const { span, select, hasBrowsers, toggleBrowsers } = part;
  const ids = loggedSessions(sessions);
  const ownFeed = useMemo(() => ownLog(openLog, id, failures), [openLog, id, failures]);
  const otherFeed = useMergedLogs(sessions, {
    ids: isAbsent || hasBrowsers ? ids : "",
    invocationId: isAbsent ? undefined : id,
    failures,
  });
  const browsers = sessions.seen.length;
  const hasNone = isAbsent && otherFeed === undefined;
  const isCut = otherFeed !== undefined && browsers > maxBrowsers;
  return (
    <section ref={ref} aria-label={invocationLogTexts.log} className="grid min-w-0 content-start gap-1.5">
      {isAbsent ? (
        <p className="text-ink-2">
          {log.reason}
          {hasNone
            ? null
            : ` ${invocationLogTexts.showingTheLogsOfBrowsers({ isCut, maxBrowsers, browsers })}`}
        </p>
      ) : null}
      {hasNone ? null : (
        <div className="flex h-[min(32rem,75dvh)] min-w-0 overflow-clip rounded-md border border-line">
          <LogPane
            ofId={id}
            title={isAbsent ? invocationLogTexts.logsOfItsBrowsers : invocationLogTexts.log}
            subtitle={
              isCut && !isAbsent ? invocationLogTexts.ofBrowsers({ shown: maxBrowsers, browsers }) : undefined
            }
            feed={otherFeed ?? ownFeed}
            tools={
              <>
                {ids === "" || isAbsent ? null : (
                  <Button size="sm" aria-pressed={hasBrowsers} onClick={toggleBrowsers}>
                    {invocationLogTexts.browserLogs}
                  </Button>
                )}
                {isOver ? <DeleteInvocationLog id={id} /> : null}
              </>
            }
            formatTime={formatTime}
            target={part.target}
            during={
              span && {
                span,
                text: spanText(span, formatTime),
                clear: () => select(undefined),
              }
            }
            hrefOfId={namedIdHref}
            permalinkOf={(line) =>
              new URL(withBasePath(logLinePath({ invocationId: id }, line)), window.location.origin).href
            }
          />
        </div>
      )}
    </section>
  );
}

/** `03:08:58 – 03:09:44`, or `from 03:08:58`. */
function spanText({ fromMs, toMs }: LogSpan, formatTime: FormatLogTime): string {
  if (!Number.isFinite(toMs)) return invocationLogTexts.from(formatTime(fromMs, "ms"));
  const exactness = toMs - fromMs < 10_000 ? "ms" : "second";
  return `${formatTime(fromMs, exactness)} – ${formatTime(toMs, exactness)}`;
}
