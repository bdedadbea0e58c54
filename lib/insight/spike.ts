// Whether more fails now than did the day before. Pure.
import { type Spike, spikeRules } from "../bff/insight.ts";
import { type Counted, chanceOf, deviate } from "./proportion.ts";

/** How many failed of how many ended. */
type Ended = Spike["recent"];

/** Counts without the runs that the service cut short. */
function withoutInterrupted({ failed, ended }: Ended, interrupted: number): Ended {
  // Counted from two tables: a run may be in the one a moment before it is in the other.
  const cut = Math.min(interrupted, failed);
  return { failed: failed - cut, ended: ended - cut };
}

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

/** What the runs say that were not interrupted: that the service stopped is told apart, and is no spike. */
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
