import { formatCount } from "@/lib/format/numbers";

/** A pool at a glance: blue acquired, green available, hatched unfilled. When more is acquired or available than the
 *  size says, the bar spans what there is. */
export function CapacityBar({
  acquired,
  available,
  size,
  label,
}: {
  acquired: number;
  available: number;
  /** The pool's wanted size, if it is known. */
  size?: number | null | undefined;
  label: string;
}) {
  const held = acquired + available;
  const whole = Math.max(size ?? held, held, 1);
  const unfilled = Math.max(0, (size ?? held) - held);
  const share = (count: number) => ({ width: `${(count / whole) * 100}%` });
  const words = `${label}: ${formatCount(acquired)} acquired, ${formatCount(available)} available, ${formatCount(unfilled)} unfilled`;
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="flex h-2.5 w-full gap-px overflow-hidden rounded-[3px] bg-sunk"
    >
      {acquired > 0 ? <i className="bg-running" style={share(acquired)} /> : null}
      {available > 0 ? <i className="bg-ok" style={share(available)} /> : null}
      {unfilled > 0 ? <i className="hatched" style={share(unfilled)} /> : null}
    </span>
  );
}
