// The state of a pool in one sentence, and what explains it. Pure.
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { minutesLeft, poolConditionOf } from "@/lib/insight/pool-condition";
import { capacityOf } from "../pool-capacity.ts";
import { fillAlarm } from "../pool-messages.ts";
import { formatEmptyIn, formatMinutes, formatRate } from "../pool-numbers.ts";
import { poolHeadlineTexts } from "../pool-on-demand-messages.ts";

export interface PoolHeadline {
  readonly title: string;
  readonly detail: string | undefined;
}

/** `5.6/min taken, 4/min filled.` */
function flowOf({ consumption }: PoolInsight): string | undefined {
  if (consumption === null) return undefined;
  const filled = consumption.minutes > 0 ? consumption.started / consumption.minutes : 0;
  return poolHeadlineTexts.takenAndFilled(formatRate(consumption.taken_per_minute), formatRate(filled));
}

function titleOf(pool: Pool, insight: PoolInsight | undefined): string {
  const capacity = capacityOf(pool);
  const { available, unfilled, size } = capacity;
  switch (poolConditionOf(capacity, insight)) {
    case "empty":
      return poolHeadlineTexts.noneAvailable(formatCountOf(unfilled, "browser"));
    case "cannot_fill":
      return poolHeadlineTexts.cannotFill(formatCount(unfilled), formatCountOf(size, "browser"));
    case "acquired":
      return poolHeadlineTexts.allAcquired;
    case "emptying":
      return poolHeadlineTexts.emptyInAbout(formatEmptyIn(minutesLeft(capacity, insight)));
    case "not_filled":
      return poolHeadlineTexts.fillRateIsZero(formatCountOf(unfilled, "browser"));
    case "short":
      return poolHeadlineTexts.missing(formatCountOf(unfilled, "browser"));
    case "filling":
      return poolHeadlineTexts.fillingMissing(formatCountOf(unfilled, "browser"));
    case "unknown":
      return poolHeadlineTexts.available(formatCountOf(available, "browser"));
    case "at_size":
      return poolHeadlineTexts.availableNoneMissing(formatCountOf(available, "browser"));
  }
}

/** `insight` undefined: the counts alone. */
export function poolHeadline(pool: Pool, insight: PoolInsight | undefined): PoolHeadline {
  const title = titleOf(pool, insight);
  if (insight === undefined) return { title, detail: undefined };
  const capacity = capacityOf(pool);
  const { unfilled = 0 } = capacity;
  const cause = fillAlarm(capacity, insight)?.cause;
  const rate = insight.fill.per_minute ?? 0;
  const full =
    insight.state.kind === "filling" && unfilled > 0 && rate > 0
      ? poolHeadlineTexts.atItsSizeInAbout(formatMinutes(Math.max(1, Math.round(unfilled / rate))))
      : undefined;
  const parts = [cause ?? flowOf(insight), full];
  return { title, detail: parts.filter((part) => part !== undefined).join(" ") || undefined };
}
