import clsx from "clsx";
import { formatCount } from "@/lib/format/numbers";

/** How many rows a bounded answer left out. */
export function LeftOut({ count, what, awaited }: { count: number; what: string; awaited: boolean }) {
  if (count === 0) return null;
  return (
    <p className={clsx("text-caption text-ink-3", awaited && "opacity-50 transition-opacity")}>
      {formatCount(count)} more {what} are not listed
    </p>
  );
}
