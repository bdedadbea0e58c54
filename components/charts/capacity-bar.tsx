import { formatCount } from "@/lib/format/numbers";
import type { PoolTone } from "@/lib/format/pool-condition";
import { capacityBarTexts } from "./chart-messages.ts";

/** What is missing of a pool, by the tone of its condition. */
export const hatches = { bad: "hatched-bad", warn: "hatched-warn", neutral: "hatched" } as const;

/**
 * A pool's capacity: blue acquired, green available, hatched unfilled. When acquired and available exceed the
 * size, the bar spans their sum. `tone` is the colour of what is missing.
 */
export function CapacityBar({
  acquired,
  available,
  size,
  label,
  tone = "neutral",
}: {
  acquired: number;
  available: number;
  /** The pool's configured size, if known. */
  size?: number | null | undefined;
  /** What has the capacity; absent: the same counts stand beside it. */
  label?: string;
  tone?: PoolTone;
}) {
  const held = acquired + available;
  const whole = Math.max(size ?? held, held, 1);
  const unfilled = Math.max(0, (size ?? held) - held);
  const share = (count: number) => ({ width: `${(count / whole) * 100}%` });
  const text =
    label === undefined
      ? undefined
      : capacityBarTexts.counts({
          label,
          acquired: formatCount(acquired),
          available: formatCount(available),
          missing: size == null ? undefined : formatCount(unfilled),
        });
  return (
    <span
      {...(text === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": text, title: text })}
      className="flex h-2.5 w-full gap-px overflow-hidden rounded-[3px] bg-sunk"
    >
      {acquired > 0 ? <i className="bg-running/55" style={share(acquired)} /> : null}
      {available > 0 ? <i className="bg-ok/45" style={share(available)} /> : null}
      {unfilled > 0 ? <i className={hatches[tone]} style={share(unfilled)} /> : null}
    </span>
  );
}
