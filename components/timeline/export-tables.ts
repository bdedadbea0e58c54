// The lanes as tables of an exported file: titles, headers and cells as text.

import type { Timeline } from "@/lib/bff/timeline";
import { formatActName } from "@/lib/format/act-messages";
import { formatDuration } from "@/lib/format/duration";
import { failureCause } from "@/lib/format/failure-messages";
import { type Html, html } from "./export-text.ts";
import { mostUnfilled } from "./lane-messages.ts";
import { formatOutcome } from "./moment-lanes.ts";
import { notRecorded } from "./not-recorded.ts";
import { exportTablesTexts, timelineColumnsTexts } from "./timeline-on-demand-messages.ts";

type TimeText = (atMs: number) => string;

interface Sheet {
  readonly title: string;
  readonly total: number;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which rows an incomplete table leaves out; the oldest by default. */
  readonly leaves?: typeof theOldest;
}

const theOldest = (held: number, total: number) => exportTablesTexts.theNewestOf(held, total);
const theLeastShort: typeof theOldest = (held, total) => exportTablesTexts.poolsMissingMost(held, total);

const orUnknown = (value: number | null) => (value === null ? exportTablesTexts.unknown : String(value));

function sheetsOf(timeline: Timeline, time: TimeText): readonly Sheet[] {
  const { invocations, sessions, pools, checks, annotations, log_gaps: logGaps, actions } = timeline;
  const gaps = notRecorded(timeline);
  return [
    {
      title: timelineColumnsTexts.invocations,
      total: invocations.total,
      heads: [
        timelineColumnsTexts.status,
        timelineColumnsTexts.invocation,
        exportTablesTexts.id,
        timelineColumnsTexts.started,
        timelineColumnsTexts.duration,
        timelineColumnsTexts.browsers,
        exportTablesTexts.reasonMasked,
      ],
      rows: invocations.items.map((invocation) => [
        invocation.status,
        `${invocation.app_name} ${invocation.version} ${invocation.action_name}`,
        invocation.id,
        time(invocation.started_at_ms),
        invocation.finished_at_ms === null
          ? exportTablesTexts.noEndKnown
          : formatDuration(invocation.finished_at_ms - invocation.started_at_ms),
        invocation.sessions.join(" "),
        invocation.reason ?? "",
      ]),
    },
    {
      title: timelineColumnsTexts.browsers,
      total: sessions.total,
      heads: [
        timelineColumnsTexts.browser,
        timelineColumnsTexts.from,
        timelineColumnsTexts.until,
        timelineColumnsTexts.lastSeen,
        timelineColumnsTexts.invocations,
        timelineColumnsTexts.proxy,
      ],
      rows: sessions.items.map((each) => [
        each.id,
        time(each.from_ms),
        each.until_ms === null ? timelineColumnsTexts.notKnown : time(each.until_ms),
        time(each.last_seen_ms),
        each.invocations.join(" "),
        each.proxy_id ?? "",
      ]),
    },
    {
      title: exportTablesTexts.pools,
      total: pools.total,
      leaves: theLeastShort,
      heads: [
        timelineColumnsTexts.pool,
        timelineColumnsTexts.mostMissing,
        timelineColumnsTexts.leastAvailable,
        timelineColumnsTexts.mostAcquired,
        timelineColumnsTexts.samples,
        timelineColumnsTexts.unanswered,
      ],
      rows: pools.items.map((pool) => [
        pool.name ?? pool.pool_id,
        mostUnfilled(pool) ?? exportTablesTexts.unknown,
        orUnknown(pool.available_min),
        orUnknown(pool.acquired_max),
        String(pool.samples),
        String(pool.unanswered),
      ]),
    },
    {
      title: exportTablesTexts.proxyChecks,
      total: checks.total,
      heads: [
        timelineColumnsTexts.verdict,
        timelineColumnsTexts.proxy,
        timelineColumnsTexts.checked,
        timelineColumnsTexts.duration,
        timelineColumnsTexts.by,
      ],
      rows: checks.items.map((check) => [
        check.status,
        check.name ?? check.proxy_id,
        time(check.at_ms),
        formatDuration(check.latency_ms),
        check.source === "list" ? timelineColumnsTexts.elsewhere : check.source,
      ]),
    },
    {
      title: exportTablesTexts.marks,
      total: annotations.total,
      heads: [exportTablesTexts.moment, exportTablesTexts.note, timelineColumnsTexts.by],
      rows: annotations.items.map(({ at_ms, note, by }) => [time(at_ms), note, by]),
    },
    {
      title: exportTablesTexts.logGaps,
      total: logGaps.total,
      heads: [
        timelineColumnsTexts.browser,
        exportTablesTexts.log,
        timelineColumnsTexts.from,
        timelineColumnsTexts.until,
        exportTablesTexts.linesMissing,
        timelineColumnsTexts.because,
      ],
      rows: logGaps.items.map((gap) => [
        gap.session_id,
        gap.log,
        gap.from_ms === null ? exportTablesTexts.unknown : time(gap.from_ms),
        time(gap.to_ms),
        orUnknown(gap.lines),
        gap.reason,
      ]),
    },
    {
      title: exportTablesTexts.acts,
      total: actions?.total ?? 0,
      heads: [
        timelineColumnsTexts.when,
        timelineColumnsTexts.person,
        timelineColumnsTexts.action,
        timelineColumnsTexts.object,
        timelineColumnsTexts.outcome,
        timelineColumnsTexts.reason,
        exportTablesTexts.request,
      ],
      rows: (actions?.items ?? []).map((each) => [
        time(each.at_ms),
        each.actor,
        formatActName(each.action),
        each.target_name ?? each.target,
        formatOutcome(each),
        each.reason,
        each.request_id,
      ]),
    },
    {
      title: exportTablesTexts.notRecorded,
      total: gaps.total,
      heads: [
        timelineColumnsTexts.list,
        timelineColumnsTexts.from,
        timelineColumnsTexts.until,
        timelineColumnsTexts.because,
        exportTablesTexts.readLater,
      ],
      rows: gaps.items.map((gap) => [
        gap.list,
        time(gap.from_ms),
        gap.to_ms === null ? timelineColumnsTexts.lasts : time(gap.to_ms),
        failureCause(gap.why),
        gap.filled ? exportTablesTexts.yes : exportTablesTexts.no,
      ]),
    },
  ];
}

/** Every lane as a table, each with the number of rows left out. */
export const exportTables = (timeline: Timeline, time: TimeText): readonly Html[] =>
  sheetsOf(timeline, time).map(({ title, total, heads, rows, leaves = theOldest }) => {
    const left = total - rows.length;
    const size = left > 0 ? leaves(rows.length, total) : exportTablesTexts.all(total);
    const head = heads.map((text) => html`<th scope="col">${text}</th>`);
    const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`);
    const table = html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><caption hidden>${title}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
    return html`<h2>${title}</h2><p>${size}</p>${rows.length === 0 ? "" : table}\n`;
  });
