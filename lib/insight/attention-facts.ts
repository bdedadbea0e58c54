// What the rules of attention look at, as it was recorded or read. Times are epoch milliseconds.
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

/** What insight says of an action's newest version, of the runs that started from `from_ms` on. */
export interface VerdictFacts {
  app_name: string;
  action_name: string;
  from_ms: number;
  verdict: ActionVerdict;
}

/** Failed runs of one version and one kind of reason. */
export interface FailureGroup {
  app_name: string;
  action_name: string;
  version: string;
  /** Null: no reason was given. */
  key: string | null;
  example: string | null;
  runs: number;
  first_ms: number;
  last_ms: number;
}

export interface OpenRun {
  id: string;
  app_name: string;
  action_name: string;
  version: string;
  status: string;
  started_at_ms: number;
}

/** How long the ended runs of an action took. */
export interface UsualFacts {
  app_name: string;
  action_name: string;
  p50_ms: number;
  p99_ms: number;
  runs: number;
}

export interface PoolFacts {
  id: string;
  name: string | null;
  /** Oldest first, the newest being now; a null is a poll without an answer. */
  samples: readonly PoolSample[];
  /** Samples further apart are not one stretch. */
  maxSilenceMs: number;
  /** What is worked out of them. */
  insight: PoolInsight;
}

export interface ProxyFacts {
  id: string;
  name: string | null;
  /** As the API or the newest check says it. */
  status: string | null;
  checked_at_ms: number | null;
  /** The recorded statuses of the last 24 hours, oldest first. */
  checks: readonly { at_ms: number; status: string }[];
  hanging: { pools: number; sessions: number; runs: number; complete: boolean };
}

/** The last minutes where they spike beside the day before, as insight has them. */
export interface SpikeFacts
  extends Pick<Spike, "since_ms" | "until_ms" | "base_since_ms" | "recent" | "base"> {
  /** Of the failed, those that the service cut short. */
  interrupted: { recent: number; base: number };
  /** By the highest lift. */
  shared: SharedAttribute | null;
}

export type OpenAlert = Pick<
  Alert,
  "kind" | "rule_name" | "label" | "words" | "known" | "fired_at_ms" | "muted_until_ms"
>;

export interface AttentionFacts {
  nowMs: number;
  /** Where the hour of ended runs begins. */
  fromMs: number;
  api: { failing: boolean; code: string | null; lastAnswerAtMs: number | null };
  recorder: Pick<RecorderState, "status" | "since_ms" | "lists" | "duties">;
  /** Ended runs that started in the hour, by version. */
  hour: readonly VersionCounts[];
  /** The same of the last 24 hours. */
  day: readonly VersionCounts[];
  /** Of the actions that ended runs in the hour and have versions to compare. */
  verdicts: readonly VerdictFacts[];
  /** Null: nothing spikes, or there is too little to say so. */
  spike: SpikeFacts | null;
  failures: readonly FailureGroup[];
  /** Different inputs among the failed of the hour that were not interrupted. */
  inputs: readonly { app_name: string; action_name: string; version: string; inputs: number }[];
  open: readonly OpenRun[];
  usual: readonly UsualFacts[];
  pools: readonly PoolFacts[];
  proxies: readonly ProxyFacts[];
  /** Not resolved; `complete` false: there are more. */
  alerts: { open: readonly OpenAlert[]; complete: boolean };
}
