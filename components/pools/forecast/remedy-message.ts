// Texts of the changes that keep a pool from running empty. Pure.
import type { PoolInsight, Remedy } from "@/lib/bff/pool-insight";
import { poolFillRate, poolSize } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { formatMinutes, formatRate } from "../pool-numbers.ts";
import { remedyMessageTexts } from "../pool-on-demand-messages.ts";

type Pool = Pick<PoolInsight, "size" | "fill">;

const noRemedy: Readonly<Record<Extract<Remedy, { kind: "none" }>["of"], Readonly<Record<string, string>>>> =
  {
    release: { too_few_acquired: remedyMessageTexts.releasingBrowsersWontBeEnough },
    fill_rate: {
      nothing_to_fill: remedyMessageTexts.noBrowserMissing,
      beyond_bound: remedyMessageTexts.highestRateNotEnough(poolFillRate.max),
      not_kept: remedyMessageTexts.currentRateNotReached,
      unknown_field: remedyMessageTexts.fillRateNotReported,
      at_limit: remedyMessageTexts.higherRateAtApiLimit,
    },
    size: { at_limit: remedyMessageTexts.largerSizeAtApiLimit },
  };

const effectOf = (minutes: number | null) =>
  minutes === null ? remedyMessageTexts.neverRunsEmpty : remedyMessageTexts.lasts(formatMinutes(minutes));

const fromOf = (value: number | null | undefined, unit = "") =>
  value === null || value === undefined ? "" : remedyMessageTexts.from(`${value}${unit}`);

/** A change with its effect, or why this setting does not help. */
export function remedyMessage(remedy: Remedy, { size, fill }: Pool): string {
  switch (remedy.kind) {
    case "none":
      if (remedy.of === "size" && remedy.why === "beyond_bound")
        return remedyMessageTexts.largestSizeNotEnough(remedy.most ?? poolSize.max);
      return noRemedy[remedy.of][remedy.why] ?? remedyMessageTexts.notKnown;
    case "release":
      return remedyMessageTexts.releaseAcquired({
        count: formatCount(remedy.by),
        by: remedy.by,
        effect: effectOf(remedy.minutes),
      });
    case "size":
      return remedyMessageTexts.raiseTheSizeTo({
        from: fromOf(size),
        to: remedy.to,
        effect: effectOf(remedy.minutes),
      });
    case "fill_rate":
      return remedyMessageTexts.raiseFillRateTo({
        from: fromOf(fill.configured?.percent, " %"),
        to: remedy.to,
        rate: formatRate(remedy.by),
        effect: effectOf(remedy.minutes),
      });
  }
}

/** The smallest change that helps; raising the fill rate keeps no browser longer than one is wanted, so it comes first. */
export function bestRemedy(remedies: readonly Remedy[]): Exclude<Remedy, { kind: "none" }> | undefined {
  const helpful = remedies.filter((remedy) => remedy.kind !== "none");
  return (
    helpful.find(({ kind }) => kind === "fill_rate") ??
    helpful.find(({ kind }) => kind === "size") ??
    helpful[0]
  );
}
