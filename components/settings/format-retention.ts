// How long each recorded table is retained, as applied by the retention job. Pure.
import type { RecorderState } from "@/lib/bff/recorder";
import { formatDuration } from "@/lib/format/duration";

type Retention = RecorderState["retention"];
const hourMs = 3_600_000;

/** Retention of raw samples: `2 d`. */
export const formatRawRetention = ({ raw_hours: hours }: Retention): string => formatDuration(hours * hourMs);

const retentionTexts: Readonly<Record<string, (raw: string, all: string, audit: string) => string>> = {
  invocations: (_, all) => `${all} after the start, once ended`,
  invocation_sessions: () => "same as the invocation",
  invocation_rollups: (raw, all) => `${raw} by 5 min, ${all} by the hour`,
  pool_samples: (raw) => `${raw}, then 5 min steps`,
  pool_samples_5m: (_, all) => all,
  pool_points: (raw, all) => `${raw} by 5 min, ${all} by the hour`,
  proxy_checks: (_, all) => all,
  process_samples: (raw) => `${raw}, then 5 min steps`,
  process_samples_5m: (_, all) => all,
  resources: (_, all) => `${all} after last seen, pinned: no limit`,
  resource_links: (_, all) => `${all} after last seen`,
  log_gaps: (_, all) => all,
  recorder_gaps: (_, all) => all,
  alerts: (_, all) => `${all} after the end`,
  alert_deliveries: (_, all) => `${all}, longer for open alerts`,
  audit: (_raw, _all, audit) => audit,
};

/** Retention of a table's rows; an en dash for an unknown table. */
export const formatRetention = (table: string, retention: Retention): string =>
  retentionTexts[table]?.(
    formatRawRetention(retention),
    `${retention.days} d`,
    `${retention.audit_days} d`,
  ) ?? "–";
