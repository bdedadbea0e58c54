"use client";

import Link from "next/link";
import { buttonClass } from "@/components/ui/button-class";
import { paths } from "@/lib/paths";

const minuteMs = 60_000;
/** What is shown before and after, so that what led to it is seen. */
const leastAroundMs = 5 * minuteMs;

/** The timeline around something that lasted from one moment to another, with that time selected; without a time, the
 *  timeline of the last hour. */
export function TimelineLink({
  during,
}: {
  /** Epoch milliseconds. */
  during?: { readonly fromMs: number; readonly toMs: number } | undefined;
}) {
  return (
    <Link href={paths.timeline(during === undefined ? {} : around(during))} className={buttonClass()}>
      Show on the timeline
    </Link>
  );
}

function around({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
  const margin = Math.max(leastAroundMs, toMs - fromMs);
  return {
    from: Math.max(0, Math.floor(fromMs - margin)),
    to: Math.ceil(toMs + margin),
    brush_from: Math.floor(fromMs),
    brush_to: Math.ceil(Math.max(toMs, fromMs + 1_000)),
  };
}
