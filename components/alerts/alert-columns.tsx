import Link from "next/link";
import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { type Alert, severeSignals } from "@/lib/bff/alerts";
import { formatDuration } from "@/lib/format/duration";
import { CloseAlert } from "./close-alert.tsx";
import { MuteMenu } from "./mute-menu.tsx";
import { placeOf, signalNames } from "./signal-messages.ts";

/** State of an alert as a badge. */
function AlertState({ alert }: { alert: Alert }) {
  if (alert.resolved_at_ms !== null)
    return (
      <Badge tone="ok" glyph="disc">
        resolved
      </Badge>
    );
  if (alert.muted_until_ms !== null)
    return (
      <Badge glyph="dash" tone="neutral">
        muted
      </Badge>
    );
  return alert.known ? (
    <Badge tone={severeSignals.has(alert.kind) ? "bad" : "warn"} glyph="triangle">
      firing
    </Badge>
  ) : (
    <Badge tone="warn" glyph="question">
      no data
    </Badge>
  );
}

/** The alert's current values, or since when there are none. */
function AlertNow({ alert: { known, no_data_since_ms: since, message } }: { alert: Alert }) {
  if (known) return message;
  return (
    <>
      no data {since === null ? "" : "since "}
      {since === null ? null : <RelativeTime at={since} />}
      <span className="text-ink-3"> · last: {message}</span>
    </>
  );
}

const whys = {
  clear: "condition cleared",
  gone: "object deleted",
  closed: "closed by an operator",
  rule_changed: "rule edited",
  rule_off: "rule turned off",
  rule_deleted: "rule deleted",
} as const satisfies Record<NonNullable<Alert["resolved_why"]>, string>;

const state: Column<Alert> = {
  id: "state",
  header: "State",
  card: "state",
  width: "7rem",
  cell: (alert) => <AlertState alert={alert} />,
};
const what: Column<Alert> = {
  id: "what",
  header: "What",
  card: "name",
  width: "16rem",
  cell: (alert) => (
    <Link href={placeOf(alert)} className="font-medium hover:underline">
      {alert.label === "" ? signalNames[alert.kind] : alert.label}
    </Link>
  ),
};
const rule: Column<Alert> = {
  id: "rule",
  header: "Rule",
  width: "14rem",
  hideWhenNarrow: true,
  cell: ({ rule_name: name }) => name,
};
const fired: Column<Alert> = {
  id: "fired",
  header: "Fired",
  card: "end",
  width: "8rem",
  cell: ({ fired_at_ms: at }) => <RelativeTime at={at} />,
};

/** Columns of open alerts. */
export const openColumns: readonly Column<Alert>[] = [
  state,
  what,
  { id: "message", header: "Now", card: "note", cell: (alert) => <AlertNow alert={alert} /> },
  rule,
  fired,
  {
    id: "muted",
    header: "Muted",
    width: "8rem",
    cell: ({ muted_until_ms: until }) => (until === null ? "–" : <RelativeTime at={until} />),
  },
  {
    id: "acts",
    header: "Acts",
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
        />
      </span>
    ),
  },
];

/** Columns of closed alerts. */
export const pastColumns: readonly Column<Alert>[] = [
  state,
  what,
  { id: "message", header: "When it fired", card: "note", cell: ({ fired_message: message }) => message },
  rule,
  fired,
  {
    id: "lasted",
    header: "Lasted",
    card: "figure",
    width: "8rem",
    mono: true,
    cell: ({ fired_at_ms: from, resolved_at_ms: to }) =>
      formatDuration(to === null ? null : Math.max(0, to - from)),
  },
  {
    id: "why",
    header: "Reason",
    width: "14rem",
    cell: ({ resolved_why: why, message, closed_by: by, closed_note: note }) => {
      if (why === null) return "–";
      if (why === "gone") return message;
      return by === null ? whys[why] : `closed by ${by}: ${note ?? ""}`;
    },
  },
];
