import clsx from "clsx";
import { formatCount } from "@/lib/format/numbers";
import { leftOutTexts } from "./failure-messages.ts";

/** How many rows a bounded answer left out. */
export function LeftOut({ count, what, awaited }: { count: number; what: string; awaited: boolean }) {
  if (count === 0) return null;
  return (
    <p className={clsx("text-caption text-ink-3", awaited && "opacity-50 transition-opacity")}>
      {leftOutTexts.moreAreNotListed(formatCount(count), what)}
    </p>
  );
}
