// How long each recorded table is kept, as the janitor lets it go. Pure.
import type { RecorderState } from "@/lib/bff/recorder";
import { formatDuration } from "@/lib/format/duration";

type Retention = RecorderState["retention"];
const hourMs = 3_600_000;

/** How long single samples are kept: `2 d`. */
export const rawWords = ({ raw_hours: hours }: Retention): string => formatDuration(hours * hourMs);

const words: Readonly<Record<string, (raw: string, all: string) => string>> = {
  runs: (_, all) => `${all} after the start, once ended`,
  run_sessions: () => "as long as the invocation",
  run_rollups: (raw, all) => `${raw} by 5 min, ${all} by the hour`,
  pool_samples: (raw) => `${raw}, then thinned out to 5 min`,
  pool_samples_5m: (_, all) => all,
  proxy_checks: (_, all) => all,
  process_samples: (raw) => `${raw}, then thinned out to 5 min`,
  process_samples_5m: (_, all) => all,
  seen: (_, all) => `${all} after last seen, pinned for good`,
  seen_links: (_, all) => `${all} after last seen`,
  log_gaps: (_, all) => all,
  recorder_gaps: (_, all) => all,
  alerts: (_, all) => `${all} after the end`,
  alert_deliveries: (_, all) => `${all}, of an open alert longer`,
  audit: () => "for good",
};

/** How long rows of a table are kept, in words; an en dash for a table that is not known here. */
export const keptWords = (table: string, retention: Retention): string =>
  words[table]?.(rawWords(retention), `${retention.days} d`) ?? "–";
