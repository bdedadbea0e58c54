import type { Column } from "@/components/data-table/column";
import { ProxyLink } from "@/components/inventory/proxy-link";
import { SessionLink } from "@/components/inventory/session-link";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { NoValue } from "@/components/ui/no-value";
import { ClockTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { RecorderGap } from "@/lib/bff/recorder-gap";
import type {
  TimelineAct,
  TimelineCheck,
  TimelineInvocation,
  TimelinePool,
  TimelineSession,
} from "@/lib/bff/timeline";
import { formatActName } from "@/lib/format/act-messages";
import { formatDuration } from "@/lib/format/duration";
import { failureCause } from "@/lib/format/failure-messages";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { mostUnfilled } from "./lane-messages.ts";
import { actFailed, actOutcome, formatOutcome } from "./moment-lanes.ts";
import { timelineColumnsTexts } from "./timeline-on-demand-messages.ts";

const dash = <NoValue />;
export const linkClass = "text-accent hover:underline";

const sessionLinks = (ids: readonly string[]) =>
  ids.length === 0 ? (
    dash
  ) : (
    <>
      {ids.slice(0, 2).map((id) => (
        <Link key={id} href={paths.browser(id)} className={`${linkClass} mr-2`}>
          {shortId(id)}
        </Link>
      ))}
      {ids.length > 2 ? `+${ids.length - 2}` : null}
    </>
  );

export const invocationColumns: readonly Column<TimelineInvocation>[] = [
  {
    id: "status",
    header: timelineColumnsTexts.status,
    card: "state",
    width: "7.5rem",
    cell: (invocation) => <StatusBadge of="invocation" status={invocation.status} />,
  },
  {
    id: "action",
    header: timelineColumnsTexts.invocation,
    card: "name",
    width: "14rem",
    cell: (invocation) => (
      <Link href={paths.invocation(invocation.id)} className={linkClass}>
        {`${invocation.app_name} ${invocation.version} ${invocation.action_name}`}
      </Link>
    ),
  },
  {
    id: "started",
    header: timelineColumnsTexts.started,
    card: "end",
    width: "12rem",
    cell: (invocation) => <ClockTime at={invocation.started_at_ms} withDate />,
  },
  {
    id: "took",
    header: timelineColumnsTexts.duration,
    card: "figure",
    width: "7rem",
    align: "right",
    cell: (invocation) =>
      formatDuration(
        invocation.finished_at_ms === null ? null : invocation.finished_at_ms - invocation.started_at_ms,
      ),
  },
  {
    id: "sessions",
    header: timelineColumnsTexts.browsers,
    width: "11rem",
    mono: true,
    hideWhenNarrow: true,
    cell: (invocation) => sessionLinks(invocation.sessions),
  },
  {
    id: "reason",
    header: timelineColumnsTexts.reason,
    card: "note",
    cell: (invocation) =>
      invocation.reason === null ? dash : <span title={invocation.reason}>{invocation.reason}</span>,
  },
];

export const sessionColumns: readonly Column<TimelineSession>[] = [
  {
    id: "id",
    header: timelineColumnsTexts.browser,
    card: "name",
    cell: ({ id, name }) => <SessionLink id={id} name={name} text={shortId(id, 10, 6)} />,
  },
  {
    id: "from",
    header: timelineColumnsTexts.from,
    card: "end",
    width: "12rem",
    cell: (each) => <ClockTime at={each.from_ms} withDate />,
  },
  {
    id: "until",
    header: timelineColumnsTexts.until,
    width: "12rem",
    cell: ({ until_ms: until }) =>
      until === null ? timelineColumnsTexts.notKnown : <ClockTime at={until} withDate />,
  },
  {
    id: "seen",
    header: timelineColumnsTexts.lastSeen,
    width: "12rem",
    hideWhenNarrow: true,
    cell: (each) => <ClockTime at={each.last_seen_ms} withDate />,
  },
  {
    id: "invocations",
    header: timelineColumnsTexts.invocations,
    card: "note",
    width: "9rem",
    mono: true,
    cell: ({ invocations: [first, ...more] }) =>
      first === undefined ? (
        dash
      ) : (
        <>
          <Link href={paths.invocation(first)} className={linkClass}>
            {shortId(first)}
          </Link>
          {more.length > 0 ? ` +${more.length}` : null}
        </>
      ),
  },
  {
    id: "proxy",
    header: timelineColumnsTexts.proxy,
    width: "9rem",
    cell: ({ proxy_id: id }) => (id === null ? dash : <ProxyLink id={id} />),
  },
];

const figure = (id: string, header: string, read: (pool: TimelinePool) => number | null) =>
  ({
    id,
    header,
    width: "8rem",
    align: "right",
    cell: (pool: TimelinePool) => formatCount(read(pool)),
  }) satisfies Column<TimelinePool>;

export const poolColumns: readonly Column<TimelinePool>[] = [
  {
    id: "pool",
    header: timelineColumnsTexts.pool,
    card: "name",
    cell: ({ pool_id: id, name }) => (
      <Link href={paths.pool(name ?? id)} className={linkClass}>
        {name ?? id}
      </Link>
    ),
  },
  {
    ...figure("unfilled", timelineColumnsTexts.mostMissing, (pool) => pool.unfilled_max),
    hint: timelineColumnsTexts.mostMissingHint,
    card: "end",
    cardLabel: true,
    cell: (pool) => mostUnfilled(pool) ?? dash,
  },
  figure("available", timelineColumnsTexts.leastAvailable, (pool) => pool.available_min),
  figure("acquired", timelineColumnsTexts.mostAcquired, (pool) => pool.acquired_max),
  figure("samples", timelineColumnsTexts.samples, (pool) => pool.samples),
  figure("unanswered", timelineColumnsTexts.unanswered, (pool) => pool.unanswered),
];

export const checkColumns: readonly Column<TimelineCheck>[] = [
  {
    id: "status",
    header: timelineColumnsTexts.verdict,
    card: "state",
    width: "8rem",
    cell: ({ status }) => <StatusBadge of="health" status={status} />,
  },
  {
    id: "proxy",
    header: timelineColumnsTexts.proxy,
    card: "name",
    cell: ({ proxy_id: id, name }) => (
      <Link href={paths.proxies({ open: id })} className={linkClass}>
        {name ?? shortId(id)}
      </Link>
    ),
  },
  {
    id: "at",
    header: timelineColumnsTexts.checked,
    card: "end",
    width: "12rem",
    cell: ({ at_ms: at }) => <ClockTime at={at} withDate />,
  },
  {
    id: "took",
    header: timelineColumnsTexts.duration,
    card: "figure",
    width: "7rem",
    align: "right",
    cell: ({ latency_ms: took }) => formatDuration(took),
  },
  {
    id: "source",
    header: timelineColumnsTexts.by,
    card: "note",
    cardLabel: true,
    width: "7rem",
    cell: ({ source }) => (source === "list" ? timelineColumnsTexts.elsewhere : source),
  },
];

export const actColumns: readonly Column<TimelineAct>[] = [
  {
    id: "outcome",
    header: timelineColumnsTexts.outcome,
    card: "state",
    width: "10rem",
    cell: (each) => (
      <Badge tone={actFailed(each) ? "bad" : "neutral"} glyph={actFailed(each) ? "cross" : "disc"}>
        <span title={formatOutcome(each)}>{actOutcome(each)}</span>
      </Badge>
    ),
  },
  {
    id: "action",
    header: timelineColumnsTexts.action,
    card: "name",
    width: "11rem",
    cell: (each) => (
      <Link href={paths.audit({ request_id: each.request_id })} className={linkClass}>
        {formatActName(each.action)}
      </Link>
    ),
  },
  {
    id: "target",
    header: timelineColumnsTexts.object,
    card: "note",
    width: "12rem",
    cell: ({ target, target_name: name }) =>
      target === "" ? (
        dash
      ) : (
        <span className={name === null ? "font-mono" : undefined} title={target}>
          {name ?? target}
        </span>
      ),
  },
  { id: "reason", header: timelineColumnsTexts.reason, cell: ({ reason }) => reason || dash },
  { id: "actor", header: timelineColumnsTexts.person, width: "7rem", cell: ({ actor }) => actor || dash },
  {
    id: "at",
    header: timelineColumnsTexts.when,
    card: "end",
    width: "12rem",
    cell: ({ at_ms: at }) => <ClockTime at={at} withDate />,
  },
];

export const recorderColumns: readonly Column<RecorderGap>[] = [
  {
    id: "state",
    header: timelineColumnsTexts.state,
    card: "state",
    width: "8rem",
    cell: ({ filled, to_ms: to }) => (
      <Badge tone={filled ? "ok" : "warn"} glyph={filled ? "disc" : "dash"}>
        {filled
          ? timelineColumnsTexts.readLater
          : to === null
            ? timelineColumnsTexts.lasts
            : timelineColumnsTexts.notRecorded}
      </Badge>
    ),
  },
  { id: "list", header: timelineColumnsTexts.list, card: "name", width: "8rem", cell: ({ list }) => list },
  {
    id: "from",
    header: timelineColumnsTexts.from,
    card: "end",
    width: "12rem",
    cell: (gap) => <ClockTime at={gap.from_ms} withDate />,
  },
  {
    id: "to",
    header: timelineColumnsTexts.to,
    width: "12rem",
    cell: ({ to_ms: to }) => (to === null ? timelineColumnsTexts.now : <ClockTime at={to} withDate />),
  },
  {
    id: "why",
    header: timelineColumnsTexts.because,
    card: "note",
    cell: ({ why }) => <span title={why}>{failureCause(why)}</span>,
  },
];
