// How long each recorded table is retained, as applied by the retention job. Pure.

import type { RecorderState } from "@/lib/bff/recorder";
import { hourMs } from "@/lib/bff/time-units";
import { formatDuration } from "@/lib/format/duration";
import { formatRetentionTexts } from "./setting-messages.ts";

type Retention = RecorderState["retention"];

/** Retention of raw samples: `2 d`. */
export const formatRawRetention = ({ raw_hours: hours }: Retention): string => formatDuration(hours * hourMs);

const retentionTexts: Readonly<Record<string, (raw: string, all: string, audit: string) => string>> = {
  invocations: (_, all) => formatRetentionTexts.afterTheStartOnceEnded(all),
  invocation_sessions: () => formatRetentionTexts.sameAsTheInvocation,
  invocation_rollups: (raw, all) => formatRetentionTexts.byFiveMinutesAndHour(raw, all),
  pool_samples: (raw) => formatRetentionTexts.thenFiveMinuteSteps(raw),
  pool_samples_5m: (_, all) => all,
  pool_points: (raw, all) => formatRetentionTexts.byFiveMinutesAndHour(raw, all),
  proxy_checks: (_, all) => all,
  process_samples: (raw) => formatRetentionTexts.thenFiveMinuteSteps(raw),
  process_samples_5m: (_, all) => all,
  resources: (_, all) => formatRetentionTexts.afterLastSeenUnlessPinned(all),
  resource_links: (_, all) => formatRetentionTexts.afterLastSeen(all),
  log_gaps: (_, all) => all,
  recorder_gaps: (_, all) => all,
  alerts: (_, all) => formatRetentionTexts.afterTheEnd(all),
  alert_deliveries: (_, all) => formatRetentionTexts.longerForOpenAlerts(all),
  audit: (_raw, _all, audit) => audit,
};

/** Retention of a table's rows; an en dash for an unknown table. */
export const formatRetention = (table: string, retention: Retention): string =>
  retentionTexts[table]?.(
    formatRawRetention(retention),
    `${retention.days} d`,
    `${retention.audit_days} d`,
  ) ?? "–";
