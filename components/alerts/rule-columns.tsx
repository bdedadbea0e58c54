import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AlertRule } from "@/lib/bff/alert-rules";
import type { Alert } from "@/lib/bff/alerts";
import { formatCount } from "@/lib/format/numbers";
import { alertTone } from "@/lib/insight/alert-tone";
import { ruleColumnsTexts } from "./alert-messages.ts";
import { RuleActions } from "./rule-actions.tsx";
import { formatBound, signalNames } from "./signal-messages.ts";
import { subjectCounts } from "./subject-counts.ts";

/**
 * A rule with what came of its evaluation (there was none since it was set, the API was away for it, or it was done), and the
 * colour of its worst alert.
 */
export interface ListedRule extends AlertRule {
  readonly evaluation: "none" | "unknown" | "done";
  readonly tone: "bad" | "warn";
}

/**
 * `evaluatedMs`: when the rules were evaluated, epoch milliseconds; null: never. `isApiAway`: their signals are unknown. `open`:
 * the open alerts, undefined while not all of them are known.
 */
export const listedRule = (
  rule: AlertRule,
  evaluatedMs: number | null,
  isApiAway: boolean,
  open: readonly Alert[] | undefined,
): ListedRule => ({
  ...rule,
  evaluation: (evaluatedMs ?? 0) <= rule.updated_at_ms ? "none" : isApiAway ? "unknown" : "done",
  tone:
    open === undefined || open.some((alert) => alert.rule_id === rule.id && alertTone(alert) === "bad")
      ? "bad"
      : "warn",
});

const withoutSubjects = {
  none: { tone: "neutral", glyph: "ring", text: ruleColumnsTexts.notEvaluatedYet },
  unknown: { tone: "warn", glyph: "question", text: ruleColumnsTexts.unknown },
  done: { tone: "neutral", glyph: "ring", text: ruleColumnsTexts.nothingToWatch },
} as const;

/** States of a rule's subjects, the worst first. */
function RuleStanding({ rule }: { rule: ListedRule }) {
  const { total, firing, firing_unknown: firingUnknown = 0, pending, unknown } = subjectCounts(rule);
  if (!rule.enabled) return <Badge glyph="dash">{ruleColumnsTexts.off}</Badge>;
  if (firing > firingUnknown)
    return (
      <Badge tone={rule.tone} glyph="triangle">
        {ruleColumnsTexts.firing(firing - firingUnknown)}
      </Badge>
    );
  if (firing > 0)
    return (
      <Badge tone="warn" glyph="question">
        {ruleColumnsTexts.noData(firing)}
      </Badge>
    );
  if (pending > 0)
    return (
      <Badge tone="warn" glyph="clock">
        {ruleColumnsTexts.pending(pending)}
      </Badge>
    );
  if (total === 0) {
    const { text, ...look } = withoutSubjects[rule.evaluation];
    return <Badge {...look}>{text}</Badge>;
  }
  if (unknown === total)
    return (
      <Badge tone="warn" glyph="question">
        {ruleColumnsTexts.unknown}
      </Badge>
    );
  return (
    <Badge tone="ok" glyph="disc">
      {ruleColumnsTexts.ok(formatCount(total - unknown))}
    </Badge>
  );
}

const mutedUntil = (rule: AlertRule) => rule.mutes.find(({ subject }) => subject === "")?.until_ms;

export const ruleColumns = (onEdit: (rule: AlertRule) => void): readonly Column<ListedRule>[] => [
  {
    id: "state",
    header: ruleColumnsTexts.state,
    card: "state",
    width: "10rem",
    cell: (rule) => <RuleStanding rule={rule} />,
  },
  {
    id: "name",
    header: ruleColumnsTexts.rule,
    card: "name",
    width: "16rem",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: "signal",
    header: ruleColumnsTexts.signal,
    card: "note",
    cell: ({ signal }) => (
      <>
        {signalNames[signal.kind]} <span className="text-ink-3">· {formatBound(signal)}</span>
      </>
    ),
  },
  {
    id: "notified",
    header: ruleColumnsTexts.notified,
    width: "13rem",
    hideWhenNarrow: true,
    cell: ({ webhooks: { length }, webhooks_off: off = 0 }) =>
      length === 0 ? ruleColumnsTexts.dashboardOnly : ruleColumnsTexts.notifies({ webhooks: length, off }),
  },
  {
    id: "muted",
    header: ruleColumnsTexts.mutedUntil,
    width: "8rem",
    cell: (rule) => <RelativeTime at={mutedUntil(rule)} />,
  },
  {
    id: "acts",
    header: ruleColumnsTexts.actions,
    card: "acts",
    width: "7rem",
    align: "right",
    cell: (rule) => <RuleActions rule={rule} onEdit={() => onEdit(rule)} />,
  },
];
