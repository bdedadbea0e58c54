// A log with lines of other feeds among its own.
import { type Clock, systemClock } from "../clock.ts";
import type { LogFeed } from "./log-feed.ts";
import { mergeFeeds } from "./merged-feed.ts";

/**
 * The lines of a log and those of `asides` in order of time, as the lines of one log, whose state, gaps and end are those
 * of the log alone. `asides` report nothing but lines, at once those that there are; no line of the log waits for them if
 * their state is `ended`.
 */
export function feedWithAsides(
  log: LogFeed,
  asides: readonly LogFeed[],
  clock: Clock = systemClock,
): LogFeed {
  return {
    get state() {
      return log.state;
    },
    retry: () => log.retry?.(),
    subscribe(listener) {
      const own: LogFeed = {
        get state() {
          return log.state;
        },
        subscribe: (merge) =>
          log.subscribe((event) => {
            // Lines that a state is about go before it.
            merge(event);
            if (event.kind === "state") listener(event);
          }),
      };
      const feeds = [own, ...asides].map((feed) => ({ label: "", feed }));
      return mergeFeeds(feeds, clock).subscribe((event) => {
        if (event.kind === "lines")
          listener({ ...event, lines: event.lines.map(({ source: _, ...line }) => line) });
        else if (event.kind === "gap") listener({ kind: "gap", epoch: event.epoch, gap: event.gap });
      });
    },
  };
}
