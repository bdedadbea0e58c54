"use client";

import { Skeleton } from "@/components/ui/skeleton";
import { useTimeZone } from "@/components/ui/time-zone";
import { dayMs } from "@/lib/bff/time-units";
import { timeTicks } from "@/lib/charts/time-axis";
import { formatClock, formatDate } from "@/lib/format/full-time";
import type { FoundEntry } from "./found-entries.ts";
import { type MatchStep, type MatchSteps, matchSteps } from "./match-steps.ts";
import { matchesText, matchHistogramTexts, stepText } from "./search-messages.ts";

const maxTicks = 6;
/** A label that begins further right would stick out on a phone. */
const lastTickShare = 0.8;
const countOf = ({ errors, warnings, others }: MatchStep) => errors + warnings + others;

/** How many matches were written in each step of time, errors and warnings in their colours. */
export function MatchHistogram({
  entries,
  isSearching,
}: {
  entries: readonly FoundEntry[];
  isSearching: boolean;
}) {
  const { zone } = useTimeZone();
  const found = matchSteps(entries, zone);
  if (found === undefined)
    return isSearching ? (
      <div className="h-[84px] pt-4">
        <Skeleton className="h-11 w-full" />
      </div>
    ) : null;
  const { stepMs, steps, most } = found;
  const label = labelOf(found, zone);
  const title = matchHistogramTexts.matchesPer(stepText(stepMs));
  return (
    <div className="grid h-[84px] content-start">
      <p className="flex h-4 justify-between text-label text-ink-3">
        <span>{title}</span>
        {steps.length > 1 ? <span>{matchHistogramTexts.most(most)}</span> : null}
      </p>
      <div
        role="img"
        aria-label={summaryOf(title, found, zone)}
        style={{ maxWidth: `${steps.length * 2.25}rem` }}
      >
        <div className="flex h-11 items-end gap-[3px] border-b border-line-strong">
          {steps.map((step) => (
            <Bar
              key={step.atMs}
              step={step}
              most={most}
              title={`${label(step)} · ${matchesText(countOf(step))}`}
            />
          ))}
        </div>
        <Axis found={found} zone={zone} />
      </div>
    </div>
  );
}

function Bar({ step, most, title }: { step: MatchStep; most: number; title: string }) {
  const heightOf = (count: number) => ({ height: `${(count / most) * 100}%` });
  return (
    <span title={title} className="flex h-full min-w-px flex-1 flex-col justify-end">
      <span className="bg-line-control/60" style={heightOf(step.others)} />
      <span className="bg-warn/55" style={heightOf(step.warnings)} />
      <span className="bg-bad/75" style={heightOf(step.errors)} />
    </span>
  );
}

/** Times at round places; of few steps, the first alone. */
function Axis({ found, zone }: { found: MatchSteps; zone: string }) {
  const { steps, stepMs } = found;
  const fromMs = steps[0]?.atMs ?? 0;
  const toMs = fromMs + steps.length * stepMs;
  const ticks =
    steps.length < maxTicks
      ? steps.slice(0, 1).map((step) => ({ atMs: fromMs, label: labelOf(found, zone)(step) }))
      : timeTicks(fromMs, toMs - stepMs, zone, maxTicks);
  const shareOf = (atMs: number) => (atMs - fromMs) / (toMs - fromMs);
  return (
    <div className="relative h-5 font-mono text-caption text-ink-3">
      {ticks
        .filter(({ atMs }) => shareOf(atMs) <= lastTickShare)
        .map(({ atMs, label }) => (
          <span
            key={atMs}
            className="absolute top-1 border-l border-line-strong pl-1 whitespace-nowrap"
            style={{ left: `${shareOf(atMs) * 100}%` }}
          >
            {label}
          </span>
        ))}
    </div>
  );
}

/** Writes when a step begins: the time, with its date where the steps are not of one day. */
function labelOf({ steps, stepMs }: MatchSteps, zone: string): (step: MatchStep) => string {
  const [first, last] = [steps[0]?.atMs ?? 0, steps.at(-1)?.atMs ?? 0];
  const isOneDay = formatDate(first, zone) === formatDate(last, zone);
  return ({ atMs }) => {
    const date = formatDate(atMs, zone);
    if (stepMs >= dayMs) return date;
    const clock = formatClock(atMs, zone, stepMs < 60_000 ? "second" : "minute");
    return isOneDay ? clock : `${date} ${clock}`;
  };
}

function summaryOf(title: string, found: MatchSteps, zone: string): string {
  const { steps, most } = found;
  const label = labelOf(found, zone);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return title;
  const total = steps.reduce((sum, step) => sum + countOf(step), 0);
  return matchHistogramTexts.summary({
    title,
    matches: matchesText(total),
    from: label(first),
    to: label(last),
    most,
  });
}
