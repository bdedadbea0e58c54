import type { OpenLog } from "@/components/layout/use-open-log";
import { logTopic } from "@/lib/bff/live";
import { shortId } from "@/lib/format/short-id";
import { feedWithAsides } from "@/lib/live/feed-with-asides";
import type { LogFeed } from "@/lib/live/log-feed";
import { mergeFeeds } from "@/lib/live/merged-feed";
import type { PageRecord } from "@/lib/telemetry/page-record";
import { mergedLogsTexts } from "./invocation-on-demand-messages.ts";
import { liveAtMs } from "./tracked-sessions.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** At most so many browsers share a pane, the first ones. */
export const maxBrowsers = 8;

/** The ids of the sessions whose logs are shown, separated by spaces: a value that is the same while they are. */
export const loggedSessions = ({ seen }: InvocationSessions): string =>
  seen
    .slice(0, maxBrowsers)
    .map(({ browser }) => browser.session_id)
    .join(" ");

/** Failed requests and page errors of an invocation's browsers, or of one, as lines. */
export type Failures = Pick<PageRecord, "failures">;

/** The log of an invocation, with what failed on its pages among the lines. */
export function ownLog(openLog: OpenLog, invocationId: string, failures: Failures): LogFeed {
  return withFailures(openLog(logTopic({ invocationId })), failures.failures());
}

const withFailures = (log: LogFeed, failures: LogFeed | undefined): LogFeed =>
  failures === undefined ? log : feedWithAsides(log, [failures]);

export interface MergedLogs {
  readonly feed: LogFeed;
  /** Says which of the sessions are active: their logs are followed live even if the stored ones have ended. */
  readonly setLive: (sessions: InvocationSessions) => void;
}

/**
 * The logs of sessions (`loggedSessions`) in order of time, with that of an invocation if there is one; what failed on
 * pages is among the lines of its browser. Undefined without a session.
 */
export function mergedLogs(
  openLog: OpenLog,
  invocationId: string | undefined,
  ids: string,
  failures?: Failures,
): MergedLogs | undefined {
  if (ids === "") return undefined;
  const logs = new Map(
    ids
      .split(" ")
      .map((sessionId) => [
        sessionId,
        openLog(logTopic({ sessionId, log: { source: "supervisor", process: "chromium" } })),
      ]),
  );
  const feeds = [
    ...(invocationId === undefined
      ? []
      : [{ label: mergedLogsTexts.action, feed: openLog(logTopic({ invocationId })) }]),
    ...[...logs].map(([sessionId, log]) => ({
      label: shortId(sessionId),
      feed: withFailures(log, failures?.failures(sessionId)),
    })),
  ];
  const feed = feeds.length > 1 ? mergeFeeds(feeds) : feeds[0]?.feed;
  return (
    feed && {
      feed,
      setLive({ seen }) {
        for (const session of seen) logs.get(session.browser.session_id)?.setLive(liveAtMs(session));
      },
    }
  );
}
