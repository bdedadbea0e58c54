import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AlertRule } from "@/lib/bff/alert-rules";
import { formatCount } from "@/lib/format/numbers";
import { RuleActions } from "./rule-actions.tsx";
import { formatBound, signalNames } from "./signal-messages.ts";

/** States of a rule's subjects, the worst first. */
function RuleStanding({ rule: { enabled, subjects } }: { rule: AlertRule }) {
  const of = (state: AlertRule["subjects"][number]["state"]) =>
    subjects.filter((each) => each.state === state).length;
  const unknown = subjects.filter(({ known }) => !known).length;
  if (!enabled) return <Badge glyph="dash">off</Badge>;
  if (of("firing") > 0)
    return (
      <Badge tone="bad" glyph="triangle">
        {formatCount(of("firing"))} firing
      </Badge>
    );
  if (of("pending") > 0)
    return (
      <Badge tone="warn" glyph="clock">
        {formatCount(of("pending"))} pending
      </Badge>
    );
  if (subjects.length === 0)
    return (
      <Badge tone="neutral" glyph="ring">
        not evaluated yet
      </Badge>
    );
  if (unknown === subjects.length)
    return (
      <Badge tone="warn" glyph="question">
        unknown
      </Badge>
    );
  return (
    <Badge tone="ok" glyph="disc">
      {formatCount(subjects.length - unknown)} ok
    </Badge>
  );
}

const mutedUntil = (rule: AlertRule) => rule.mutes.find(({ subject }) => subject === "")?.until_ms;

export const ruleColumns: readonly Column<AlertRule>[] = [
  {
    id: "state",
    header: "State",
    card: "state",
    width: "8rem",
    cell: (rule) => <RuleStanding rule={rule} />,
  },
  {
    id: "name",
    header: "Rule",
    card: "name",
    width: "16rem",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: "signal",
    header: "Signal",
    card: "note",
    cell: ({ signal }) => (
      <>
        {signalNames[signal.kind]} <span className="text-ink-3">· {formatBound(signal)}</span>
      </>
    ),
  },
  {
    id: "notified",
    header: "Notified",
    width: "9rem",
    hideWhenNarrow: true,
    cell: ({ webhooks: { length } }) =>
      length === 0 ? "dashboard only" : `here, ${length} ${length === 1 ? "webhook" : "webhooks"}`,
  },
  {
    id: "muted",
    header: "Muted until",
    width: "8rem",
    cell: (rule) => <RelativeTime at={mutedUntil(rule)} />,
  },
  {
    id: "acts",
    header: "Acts",
    card: "acts",
    width: "7rem",
    align: "right",
    cell: (rule) => <RuleActions rule={rule} />,
  },
];
