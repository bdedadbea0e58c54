// Input of the attention rules: recorded or current data. Times are epoch milliseconds.
import type { Alert } from "../bff/alerts.ts";
import type { PoolSample } from "../bff/history.ts";
import type { ActionVerdict, SharedAttribute, Spike } from "../bff/insight.ts";
import type { PoolInsight } from "../bff/pool-insight.ts";
import type { RecorderState } from "../bff/recorder.ts";

export interface VersionCounts {
  app_name: string;
  action_name: string;
  version: string;
  failed: number;
  finished: number;
}

/** Insight's verdict on an action's newest version, over the invocations that started from `from_ms` on. */
export interface VerdictInput {
  app_name: string;
  action_name: string;
  from_ms: number;
  verdict: ActionVerdict;
}

/** Failed invocations of one version with one kind of reason. */
export interface FailureGroup {
  app_name: string;
  action_name: string;
  version: string;
  /** Null: no reason. */
  key: string | null;
  example: string | null;
  invocations: number;
  first_ms: number;
  last_ms: number;
}

export interface OpenInvocation {
  id: string;
  app_name: string;
  action_name: string;
  version: string;
  status: string;
  started_at_ms: number;
}

/** Durations of an action's succeeded invocations. */
export interface UsualDurationInput {
  app_name: string;
  action_name: string;
  p50_ms: number;
  p99_ms: number;
  invocations: number;
  /** Few succeeded, so failed ones are included. These may end at once: the durations are the least that is usual. */
  with_failed: boolean;
}

export interface PoolInput {
  id: string;
  name: string | null;
  /** The proxy of its configuration. */
  proxy_id: string | null;
  /** Oldest first, up to the present; null is a failed poll. */
  samples: readonly PoolSample[];
  /** Maximum distance of samples that belong together. */
  maxSilenceMs: number;
  /** The insight derived from them. */
  insight: PoolInsight;
}

export interface ProxyDetails {
  id: string;
  name: string | null;
  /** The status from the API or the newest check. */
  status: string | null;
  checked_at_ms: number | null;
  /** The recorded statuses of the last 24 hours, oldest first. */
  checks: readonly { at_ms: number; status: string }[];
  dependents: { pools: number; sessions: number; invocations: number; complete: boolean };
}

/** The last minutes if they are a spike compared with the day before, by insight's rule. */
export interface SpikeInput
  extends Pick<Spike, "since_ms" | "until_ms" | "base_since_ms" | "recent" | "base"> {
  /** Number of interrupted invocations among the failed. */
  interrupted: { recent: number; base: number };
  /** Highest lift first. */
  shared: SharedAttribute | null;
}

/** The ended invocations of a version in the hour of which a browser is recorded, and of these those on a proxy. */
export interface ProxyUse {
  proxy_id: string;
  app_name: string;
  action_name: string;
  version: string;
  failed: number;
  ended: number;
  failed_with: number;
  ended_with: number;
}

/** A browser of a stuck invocation, as recorded. */
export interface StuckBrowser {
  invocation_id: string;
  pool_id: string | null;
  proxy_id: string | null;
}

export type OpenAlert = Pick<
  Alert,
  "kind" | "subject" | "rule_name" | "label" | "message" | "known" | "fired_at_ms" | "muted_until_ms"
>;

export interface AttentionInput {
  nowMs: number;
  /** Start of the hour of ended invocations. */
  fromMs: number;
  api: { failing: boolean; code: string | null; lastAnswerAtMs: number | null };
  recorder: Pick<RecorderState, "status" | "since_ms" | "lists" | "duties">;
  /** Ended invocations that started in the hour, by version. */
  hour: readonly VersionCounts[];
  /** The same over the last 24 hours, without interrupted ones. */
  day: readonly VersionCounts[];
  /** Verdicts on the actions with ended invocations in the hour and versions to compare. */
  verdicts: readonly VerdictInput[];
  /** Null: no spike, or too few invocations. */
  spike: SpikeInput | null;
  failures: readonly FailureGroup[];
  /** Distinct inputs among the failures of the hour, without interrupted ones; null: not known. */
  inputs: readonly { app_name: string; action_name: string; version: string; inputs: number | null }[];
  open: readonly OpenInvocation[];
  /** When the open invocations were last read: without newer data they do not age. */
  openAtMs: number;
  usual: readonly UsualDurationInput[];
  pools: readonly PoolInput[];
  proxies: readonly ProxyDetails[];
  /** What uses the proxies that are down or flapping. */
  proxyUses: readonly ProxyUse[];
  stuckBrowsers: readonly StuckBrowser[];
  /** Open alerts; `complete` false: there are more. */
  alerts: { open: readonly OpenAlert[]; complete: boolean };
}
