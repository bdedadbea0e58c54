import type { OpenLog } from "@/components/layout/use-open-log";
import { logTopic } from "@/lib/bff/live";
import { shortId } from "@/lib/format/short-id";
import type { LogFeed } from "@/lib/live/log-feed";
import { mergeFeeds } from "@/lib/live/merged-feed";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** At most so many browsers share a pane, the first ones. */
export const maxBrowsers = 8;

/** The ids of the sessions whose logs are shown, separated by spaces: a value that is the same while they are. */
export const loggedSessions = ({ seen }: InvocationSessions): string =>
  seen
    .slice(0, maxBrowsers)
    .map(({ browser }) => browser.session_id)
    .join(" ");

/** The logs of sessions (`loggedSessions`) in order of time, with that of an invocation if there is one. */
export function mergedLogs(
  openLog: OpenLog,
  invocationId: string | undefined,
  ids: string,
): LogFeed | undefined {
  if (ids === "") return undefined;
  const feeds = [
    ...(invocationId === undefined ? [] : [{ label: "action", feed: openLog(logTopic({ invocationId })) }]),
    ...ids.split(" ").map((sessionId) => ({
      label: shortId(sessionId),
      feed: openLog(logTopic({ sessionId, log: { source: "supervisor", process: "chromium" } })),
    })),
  ];
  return feeds.length > 1 ? mergeFeeds(feeds) : feeds[0]?.feed;
}
