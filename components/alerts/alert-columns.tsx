import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Alert } from "@/lib/bff/alerts";
import { formatDuration } from "@/lib/format/duration";
import { alertTone } from "@/lib/insight/alert-tone";
import { alertColumnsTexts } from "./alert-messages.ts";
import { CloseAlert } from "./close-alert.tsx";
import { MuteMenu } from "./mute-menu.tsx";
import { NoDataFor } from "./no-data-for.tsx";
import { placeOf, signalNames } from "./signal-messages.ts";

/** State of an alert as a badge. */
function AlertState({ alert }: { alert: Alert }) {
  if (alert.resolved_at_ms !== null)
    return (
      <Badge tone="ok" glyph="disc">
        {alertColumnsTexts.resolved}
      </Badge>
    );
  if (alert.muted_until_ms !== null)
    return (
      <Badge glyph="dash" tone="neutral">
        {alertColumnsTexts.muted}
      </Badge>
    );
  return (
    <Badge tone={alertTone(alert)} glyph={alert.known ? "triangle" : "question"}>
      {alert.known ? alertColumnsTexts.firing : alertColumnsTexts.noData}
    </Badge>
  );
}

/** The alert's current values, or for how long there are none. */
function AlertNow({ alert: { known, no_data_since_ms: since, message } }: { alert: Alert }) {
  if (known) return <span title={message}>{message}</span>;
  return (
    <>
      <NoDataFor sinceMs={since} />
      <span className="text-ink-3">{alertColumnsTexts.lastMessage(message)}</span>
    </>
  );
}

const whys = {
  clear: alertColumnsTexts.conditionCleared,
  gone: alertColumnsTexts.objectDeleted,
  closed: alertColumnsTexts.closedByAnOperator,
  rule_changed: alertColumnsTexts.ruleEdited,
  rule_off: alertColumnsTexts.ruleTurnedOff,
  rule_deleted: alertColumnsTexts.ruleDeleted,
} as const satisfies Record<NonNullable<Alert["resolved_why"]>, string>;

const state: Column<Alert> = {
  id: "state",
  header: alertColumnsTexts.state,
  card: "state",
  width: "7rem",
  cell: (alert) => <AlertState alert={alert} />,
};
const what: Column<Alert> = {
  id: "what",
  header: alertColumnsTexts.what,
  card: "name",
  width: "11rem",
  cell: (alert) => (
    <Link href={placeOf(alert)} className="font-medium hover:underline">
      {alert.label === "" ? signalNames[alert.kind] : alert.label}
    </Link>
  ),
};
const rule: Column<Alert> = {
  id: "rule",
  header: alertColumnsTexts.rule,
  card: "note",
  cardLabel: true,
  width: "11rem",
  hideWhenNarrow: true,
  cell: ({ rule_name: name }) => name,
};
const fired: Column<Alert> = {
  id: "fired",
  header: alertColumnsTexts.fired,
  card: "end",
  width: "8rem",
  cell: ({ fired_at_ms: at }) => <RelativeTime at={at} />,
};

/** Columns of open alerts. */
export const openColumns: readonly Column<Alert>[] = [
  state,
  what,
  {
    id: "message",
    header: alertColumnsTexts.now,
    card: "note",
    cardWraps: true,
    cell: (alert) => <AlertNow alert={alert} />,
  },
  rule,
  fired,
  {
    id: "muted",
    header: alertColumnsTexts.mutedUntil,
    width: "7rem",
    cell: ({ muted_until_ms: until }) => (until === null ? "–" : <RelativeTime at={until} />),
  },
  {
    id: "acts",
    header: alertColumnsTexts.actions,
    card: "acts",
    width: "6rem",
    align: "right",
    cell: (alert) => (
      <span className="inline-flex items-center justify-end gap-0.5">
        {alert.known ? null : <CloseAlert alert={alert} />}
        <MuteMenu
          ruleId={alert.rule_id}
          subject={alert.subject}
          name={alert.label === "" ? alert.rule_name : alert.label}
          muted={alert.muted_until_ms !== null}
          ruleMuted={alert.rule_muted}
        />
      </span>
    ),
  },
];

/** Columns of closed alerts. */
export const pastColumns: readonly Column<Alert>[] = [
  state,
  what,
  {
    id: "message",
    header: alertColumnsTexts.whenItFired,
    card: "note",
    cardWraps: true,
    cell: ({ fired_message: message }) => message,
  },
  rule,
  fired,
  {
    id: "lasted",
    header: alertColumnsTexts.lasted,
    card: "figure",
    width: "8rem",
    cell: ({ fired_at_ms: from, resolved_at_ms: to }) =>
      formatDuration(to === null ? null : Math.max(0, to - from)),
  },
  {
    id: "why",
    header: alertColumnsTexts.reason,
    width: "14rem",
    cell: ({ resolved_why: why, message, closed_by: by, closed_note: note }) => {
      if (why === null) return "–";
      if (why === "gone") return message;
      return by === null ? whys[why] : alertColumnsTexts.closedBy(by, note ?? "");
    },
  },
];
