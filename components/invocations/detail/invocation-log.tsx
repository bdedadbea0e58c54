"use client";

import { useMemo } from "react";
import { namedIdHref } from "@/components/inventory/named-id-href";
import { useLiveClient } from "@/components/layout/live-connection";
import { LogPane } from "@/components/log-pane/log-pane";
import { type FormatLogTime, useLogTime } from "@/components/log-pane/use-log-time";
import { Button } from "@/components/ui/button";
import { logTopic } from "@/lib/bff/live";
import { shortId } from "@/lib/format/short-id";
import type { LiveClient } from "@/lib/live/live-client";
import { openLogFeed } from "@/lib/live/log-feed";
import type { LogSpan } from "@/lib/live/log-search";
import { mergeFeeds } from "@/lib/live/merged-feed";
import { paths } from "@/lib/paths";
import type { InvocationLog } from "./use-invocation-log.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";
import type { LogPart } from "./use-log-part.ts";

/** At most so many browsers share the pane, the first ones. */
const maxBrowsers = 8;

/**
 * What the action of an invocation wrote, on request among the lines of its browsers; where the API has no such log, the
 * logs of its browsers alone.
 */
export function InvocationLogPane({
  id,
  log,
  part,
  sessions,
}: {
  id: string;
  log: InvocationLog;
  part: LogPart;
  sessions: InvocationSessions;
}) {
  const client = useLiveClient();
  const formatTime = useLogTime();
  const { span, select, hasBrowsers, toggleBrowsers } = part;
  const isUnavailable = log.state === "unavailable";
  const names = sessions.seen.map(({ browser }) => browser.session_id).join(" ");
  const otherFeed = useMemo(() => {
    if (names === "" || !(isUnavailable || hasBrowsers)) return undefined;
    return mergedLogs(client, isUnavailable ? undefined : id, names.split(" "));
  }, [client, isUnavailable, hasBrowsers, id, names]);
  return (
    <section aria-label="Log" className="grid min-w-0 content-start gap-1.5">
      {isUnavailable ? (
        <p className="text-ink-2">
          {log.feed.state.reason}{" "}
          {otherFeed === undefined
            ? "No browser of this invocation is known, so there is no other log."
            : "These are the logs of its browsers."}
        </p>
      ) : null}
      <div className="flex h-[min(32rem,75dvh)] min-w-0 overflow-clip rounded-md border border-line">
        <LogPane
          title={isUnavailable && otherFeed !== undefined ? "Logs of its browsers" : "Log"}
          feed={otherFeed ?? log.feed}
          tools={
            names === "" || isUnavailable ? null : (
              <Button size="sm" aria-pressed={hasBrowsers} onClick={toggleBrowsers}>
                Browser logs
              </Button>
            )
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
          permalinkOf={({ at, hash }) =>
            new URL(paths.invocation(id, { at, line: hash }), window.location.origin).href
          }
        />
      </div>
    </section>
  );
}

/** `03:08:58 – 03:09:44`, or `from 03:08:58`. */
function spanText({ fromMs, toMs }: LogSpan, formatTime: FormatLogTime): string {
  if (!Number.isFinite(toMs)) return `from ${formatTime(fromMs, "ms")}`;
  const exactness = toMs - fromMs < 10_000 ? "ms" : "second";
  return `${formatTime(fromMs, exactness)} – ${formatTime(toMs, exactness)}`;
}

/** The logs of browsers in order of time, with that of an invocation if there is one. */
function mergedLogs(client: LiveClient, invocationId: string | undefined, ids: readonly string[]) {
  const feeds = [
    // A feed of its own: a merge begins with the state from before the lines.
    ...(invocationId === undefined
      ? []
      : [{ label: "action", feed: openLogFeed(client, logTopic({ invocationId })) }]),
    ...ids.slice(0, maxBrowsers).map((sessionId) => ({
      label: shortId(sessionId),
      feed: openLogFeed(client, logTopic({ sessionId, log: { source: "supervisor", process: "chromium" } })),
    })),
  ];
  return feeds.length > 1 ? mergeFeeds(feeds) : feeds[0]?.feed;
}
