// Texts of the changes that keep a pool from running empty. Pure.
import type { PoolInsight, Remedy } from "@/lib/bff/pool-insight";
import { poolFillRate, poolSize } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { formatMinutes, formatRate } from "./pool-messages.ts";

type Pool = Pick<PoolInsight, "size" | "fill">;

const noRemedy: Readonly<Record<Extract<Remedy, { kind: "none" }>["of"], Readonly<Record<string, string>>>> =
  {
    release: { too_few_acquired: "Releasing browsers won't be enough." },
    fill_rate: {
      nothing_to_fill: "A higher fill rate won't help: no browser is missing.",
      beyond_bound: `Even the highest fill rate (${poolFillRate.max} %) won't be enough.`,
      not_kept: "A higher fill rate may not help: the pool does not reach the current one.",
      unknown_field: "The API does not report the fill rate.",
    },
    size: { beyond_bound: `Even the largest size (${poolSize.max}) won't be enough.` },
  };

const effectOf = (minutes: number | null) =>
  minutes === null ? "never runs empty" : `lasts ${formatMinutes(minutes)}`;

const fromOf = (value: number | null | undefined, unit = "") =>
  value === null || value === undefined ? "" : ` from ${value}${unit}`;

/** A change with its effect, or why this setting does not help. */
export function remedyMessage(remedy: Remedy, { size, fill }: Pool): string {
  switch (remedy.kind) {
    case "none":
      return noRemedy[remedy.of][remedy.why] ?? "Not known.";
    case "release":
      return `Release ${formatCount(remedy.by)} acquired ${remedy.by === 1 ? "browser" : "browsers"}: ${effectOf(remedy.minutes)}.`;
    case "size":
      return `Raise the size${fromOf(size)} to ${remedy.to}: ${effectOf(remedy.minutes)}.`;
    case "fill_rate":
      return `Raise the fill rate${fromOf(fill.configured?.percent, " %")} to ${remedy.to} %, ${formatRate(remedy.by)} more: ${effectOf(remedy.minutes)}.`;
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
