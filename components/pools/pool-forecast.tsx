"use client";

import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { TruthLine } from "@/components/ui/truth-line";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import { type ForecastLack, lackWords } from "./forecast-lack.ts";
import { alarmWords, bandWords, emptyWords, formatMinutes, formatRate, sourceWords } from "./pool-words.ts";

/** When the pool runs empty, how it fills and drains, and the alarm when it cannot fill. `insight` undefined: not
 *  read yet. */
export function PoolForecast({
  insight,
  lack,
}: {
  insight: PoolInsight | undefined;
  /** Why there is none; undefined: it is awaited. */
  lack: ForecastLack | undefined;
}) {
  if (insight === undefined) {
    return lack === undefined ? (
      <Skeleton className="h-[78px] w-full max-sm:h-[140px]" />
    ) : (
      <p className="text-label text-ink-3">{lackWords[lack]}</p>
    );
  }
  const { drain, fill, sampled_at_ms: sampledAtMs, samples } = insight;
  return (
    <div className="grid gap-2">
      <FillAlarm insight={insight} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-2">
        <Told name="time to empty" value={emptyWords(insight)} note={bandWords(insight)} />
        <Told
          name="drain"
          value={formatRate(drain?.taken_per_minute)}
          note={
            drain === null
              ? "not known yet"
              : `${formatCount(drain.taken)} taken in ${formatMinutes(drain.minutes)}`
          }
        />
        <Told name="fill rate" value={formatRate(fill.per_minute)} note={sourceWords(fill)} />
      </dl>
      <TruthLine
        readAtMs={sampledAtMs ?? undefined}
        source={`worked out from ${formatCount(samples)} samples of the last 6 h`}
      />
    </div>
  );
}

function Told({ name, value, note }: { name: string; value: string; note: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start">
      <dt className="text-label text-ink-3">{name}</dt>
      <dd className="min-w-0">
        <span className="block text-lead font-semibold">{value}</span>
        <span className="block text-truth text-ink-3">{note}</span>
      </dd>
    </div>
  );
}

/** The alarm with its evidence, or nothing. */
export function FillAlarm({ insight }: { insight: PoolInsight }) {
  const alarm = alarmWords(insight);
  if (alarm === undefined) return null;
  return (
    <div className="flex gap-2 rounded-md bg-bad-bg px-3 py-2 text-label">
      <span className="pt-0.5 text-bad">
        <StatusGlyph glyph="cross" />
      </span>
      <p className="min-w-0">
        <strong className="font-semibold text-bad">{alarm.title}.</strong>{" "}
        <span className="text-ink-2">{alarm.evidence}</span>
      </p>
    </div>
  );
}
