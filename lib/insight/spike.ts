// Whether more fails now than did the day before. Pure.
import { type Spike, spikeRules } from "../bff/insight.ts";
import { type Counted, chanceOf, deviate } from "./proportion.ts";

/** The last minutes beside the time before them. */
export function spikeOf(
  recent: Counted,
  base: Counted,
): { verdict: Spike["verdict"]; chance: number | null } {
  if (recent.whole < spikeRules.recent || base.whole < spikeRules.base)
    return { verdict: "too_few", chance: null };
  const chance = chanceOf(deviate(base, recent));
  const points = recent.part / recent.whole - base.part / base.whole;
  const spikes =
    recent.part >= spikeRules.failed && points >= spikeRules.points && chance <= spikeRules.chance;
  return { verdict: spikes ? "spike" : "quiet", chance };
}
