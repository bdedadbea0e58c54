// Detects a spike of failures compared with the day before.
import type { Spike } from "../bff/insight.ts";
import { spikeRules } from "../bff/insight-rules.ts";
import { withoutInterrupted } from "./interruption.ts";
import { type Counted, chanceOf, deviate } from "./proportion.ts";

/** Failed and ended invocations. */
type Ended = Spike["recent"];

/** Compares the last minutes with the period before. */
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

/** The verdict without interrupted invocations, which are reported separately. */
export function judgedSpike({
  recent,
  base,
  interrupted,
}: Pick<Spike, "recent" | "base"> & { interrupted: { recent: number; base: number } }) {
  const counted = {
    recent: withoutInterrupted(recent, interrupted.recent),
    base: withoutInterrupted(base, interrupted.base),
  };
  const part = ({ failed, ended }: Ended) => ({ part: failed, whole: ended });
  return { ...counted, ...spikeOf(part(counted.recent), part(counted.base)) };
}
