import { clearMargin, type Signal, type SignalKind } from "@/lib/bff/alert-rules";
import type { Alert } from "@/lib/bff/alerts";
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
} as const satisfies Record<SignalKind, string>;

/** What each signal measures, and its blind spots. */
export const signalHints = {
  failure_share:
    "Per action, among invocations that ended and started in the window, without those the service cut short. Too few of them: unknown.",
  stuck:
    "Per action, invocations that are open for too long. Without enough ended invocations there is no p99.",
  pool_cannot_fill: "By what its page says: its gap shrinks by half or less of what its fill rate gives.",
  pool_time_to_empty: "At the drain of the last five minutes.",
  proxy_down: "Its newest recorded checks all failed. A proxy nobody checks is unknown.",
  proxy_flapping: "The flap score of the checks of the last day.",
  upstream_unreachable: "While it lasts, every other signal is unknown.",
  recorder_behind: "A list is not read or still reads back, or the store does not take what is recorded.",
} as const satisfies Record<SignalKind, string>;

const ofInvocations = (signal: { app?: string | undefined; action?: string | undefined }) => {
  const names = [signal.app, signal.action].filter((each) => each !== undefined);
  return names.length === 0 ? "" : ` of ${names.join(" / ")}`;
};

/** A rule's limit in one line. */
export function formatBound(signal: Signal): string {
  switch (signal.kind) {
    case "failure_share": {
      const clear = Math.round(signal.percent * clearMargin);
      return `${signal.percent} % or more${ofInvocations(signal)} in ${signal.window_minutes} min, of ${signal.least} invocations at least; clear at ${clear} %`;
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
      return "no answer as it should be";
    case "recorder_behind":
      return "invocations or pools";
  }
}

/** Link to the page of an alert's subject. */
export function placeOf({ kind, subject }: Pick<Alert, "kind" | "subject">): string {
  switch (kind) {
    case "failure_share":
    case "stuck": {
      const [app = "", action = ""] = subject.split("/").map(decodeURIComponent);
      return paths.invocations({ app_name: app, action_name: action });
    }
    case "pool_cannot_fill":
    case "pool_time_to_empty":
      return paths.pool(subject);
    case "proxy_down":
    case "proxy_flapping":
      return paths.proxies({ open: subject });
    case "upstream_unreachable":
    case "recorder_behind":
      return paths.settings();
  }
}
