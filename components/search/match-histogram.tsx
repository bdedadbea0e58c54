"use client";

import { Skeleton } from "@/components/ui/skeleton";
import { useTimeZone } from "@/components/ui/time-zone";
import { timeTicks } from "@/lib/charts/time-axis";
import { formatClock, formatDate } from "@/lib/format/full-time";
import type { FoundEntry } from "./found-entries.ts";
import { type MatchStep, type MatchSteps, matchSteps } from "./match-steps.ts";
import { matchesText, matchHistogramTexts, stepText } from "./search-messages.ts";

const maxTicks = 6;
/** A label that begins further right would stick out on a phone. */
const lastTickShare = 0.8;
const dayMs = 86_400_000;
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
  const title = matchHistogramTexts.matchesPer(stepText(stepMs));
  return (
    <div className="grid h-[84px] content-start">
      <p className="flex h-4 justify-between text-label text-ink-3">
        <span>{title}</span>
        {steps.length > 1 ? <span>{matchHistogramTexts.upTo(most)}</span> : null}
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
              title={`${timeText(step.atMs, stepMs, zone)} · ${matchesText(countOf(step))}`}
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
function Axis({ found: { steps, stepMs }, zone }: { found: MatchSteps; zone: string }) {
  const fromMs = steps[0]?.atMs ?? 0;
  const toMs = fromMs + steps.length * stepMs;
  const ticks =
    steps.length < maxTicks
      ? [{ atMs: fromMs, label: timeText(fromMs, stepMs, zone) }]
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

const timeText = (atMs: number, stepMs: number, zone: string) =>
  stepMs >= dayMs ? formatDate(atMs, zone) : formatClock(atMs, zone, stepMs < 60_000 ? "second" : "minute");

function summaryOf(title: string, { steps, stepMs, most }: MatchSteps, zone: string): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return title;
  const total = steps.reduce((sum, step) => sum + countOf(step), 0);
  return matchHistogramTexts.fromToAtMost(
    title,
    matchesText(total),
    timeText(first.atMs, stepMs, zone),
    timeText(last.atMs, stepMs, zone),
    most,
  );
}
