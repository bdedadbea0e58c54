import { clearMargin, type Signal, type SignalKind } from "@/lib/bff/alert-rules";
import type { AlertPlace } from "@/lib/bff/alerts";
import { paths } from "@/lib/paths";

/** Name of each signal. */
export const signalNames = {
  failure_share: "Failure share",
  stuck: "Stuck invocations",
  pool_cannot_fill: "Pool cannot fill",
  pool_time_to_empty: "Pool runs empty",
  proxy_down: "Proxy down",
  proxy_flapping: "Proxy flapping",
  upstream_unreachable: "API unreachable",
  recorder_behind: "Recorder behind or failing",
  nothing_recorded: "Nothing recorded",
} as const satisfies Record<SignalKind, string>;

/** What each signal measures, and its blind spots. */
export const signalHints = {
  failure_share:
    "For each action, of the invocations that started in the window and ended. Those cancelled, stopped by the service or lost with a node are not counted.",
  stuck:
    "For each action, invocations that run too long. The p99 is that of successful invocations. Where few succeeded, it is that of all, and the limit is at least 10 min.",
  pool_cannot_fill: "The pool fills at half its fill rate or slower, or not at all.",
  pool_time_to_empty: "No browser will be available soon, at the rate of the last 5 min.",
  proxy_down: "Its newest checks all failed. Without a check in the last day, it never fires.",
  proxy_flapping: "The result of the last day's checks changes too often.",
  upstream_unreachable: "The API gives no valid answer. Other rules neither fire nor clear meanwhile.",
  recorder_behind: "A list is not read or still loading history, or the recorder cannot write.",
  nothing_recorded: "Nothing was read from the API. Other rules neither fire nor clear meanwhile.",
} as const satisfies Record<SignalKind, string>;

const ofInvocations = (signal: { app?: string | undefined; action?: string | undefined }) => {
  const names = [signal.app, signal.action].filter((each) => each !== undefined);
  return names.length === 0 ? "" : ` of ${names.join(" / ")}`;
};

/** A rule's limit in one line. */
export function formatBound(signal: Signal): string {
  switch (signal.kind) {
    case "failure_share": {
      const clear = Number((signal.percent * clearMargin).toFixed(1));
      return `${signal.percent} % or more${ofInvocations(signal)} in ${signal.window_minutes} min, from ${signal.least} ${signal.least === 1 ? "invocation" : "invocations"}; clears at ${clear} %`;
    }
    case "stuck": {
      const bounds = [
        signal.minutes === null ? undefined : `${signal.minutes} min`,
        signal.p99_times === null ? undefined : `${signal.p99_times} × p99`,
      ].filter((each) => each !== undefined);
      return `open for more than ${bounds.join(" or ")}${ofInvocations(signal)}`;
    }
    case "pool_cannot_fill":
      return `for ${signal.minutes} min or longer${signal.pool === undefined ? "" : `, ${signal.pool}`}`;
    case "pool_time_to_empty":
      return `within ${signal.minutes} min${signal.pool === undefined ? "" : `, ${signal.pool}`}`;
    case "proxy_down":
      return `${signal.checks} ${signal.checks === 1 ? "check" : "checks in a row"}${signal.proxy === undefined ? "" : `, ${signal.proxy}`}`;
    case "proxy_flapping":
      return `score ${signal.score} or more${signal.proxy === undefined ? "" : `, ${signal.proxy}`}`;
    case "upstream_unreachable":
      return "no valid answer";
    case "recorder_behind":
      return "any recorded list";
    case "nothing_recorded":
      return `for ${signal.minutes} min or longer`;
  }
}

const actionOf = (subject: string) => {
  const [app_name = "", action_name = ""] = subject.split("/").map(decodeURIComponent);
  return { app_name, action_name };
};

const wholeSpan = (ms: number) => (ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`);

/** Those that are stuck now; when the alert is over, those that took so long and started before its end. */
function stuckFilters({ limit_ms: limitMs, resolved_at_ms: untilMs }: AlertPlace) {
  const limit = limitMs === null ? undefined : wholeSpan(limitMs);
  if (untilMs === null)
    return { status: "running,queued", ...(limit === undefined ? {} : { started_before: limit }) };
  return limit === undefined ? {} : { took_over: limit, started_before: new Date(untilMs).toISOString() };
}

/** A pool's chart shows so much before an alert and after it. */
const aroundMs = 30 * 60_000;

/** Link to the rows that an alert is about, in the time of its figures. */
export function placeOf(place: AlertPlace): string {
  const { kind, subject, since_ms: sinceMs, resolved_at_ms: untilMs } = place;
  switch (kind) {
    case "failure_share":
      return paths.invocations({
        status: "failed",
        ...actionOf(subject),
        since: new Date(sinceMs).toISOString(),
        ...(untilMs === null ? {} : { started_before: new Date(untilMs).toISOString() }),
        // The share does not count these.
        interrupted: "no",
      });
    case "stuck":
      return paths.invocations({ ...actionOf(subject), ...stuckFilters(place) });
    case "pool_cannot_fill":
    case "pool_time_to_empty":
      return paths.pool(
        subject,
        untilMs === null ? {} : { from: sinceMs - aroundMs, to: untilMs + aroundMs, live: "off" },
      );
    case "proxy_down":
    case "proxy_flapping":
      return paths.proxies({ open: subject });
    case "upstream_unreachable":
    case "recorder_behind":
    case "nothing_recorded":
      return `${paths.settings()}#recorder`;
  }
}
