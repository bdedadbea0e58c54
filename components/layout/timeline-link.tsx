"use client";

import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { minuteMs } from "@/lib/bff/time-units";
import { paths } from "@/lib/paths";
import { timelineLinkTexts } from "./layout-messages.ts";

/** Minimum time shown before and after, for context. */
const leastAroundMs = 5 * minuteMs;

/** Link to the timeline around a time span, with that span selected; without a span, to the last hour. */
export function TimelineLink({
  during,
}: {
  /** Epoch milliseconds. */
  during?: { readonly fromMs: number; readonly toMs: number } | undefined;
}) {
  return (
    <Link href={paths.timeline(during === undefined ? {} : around(during))} className={buttonClass()}>
      {timelineLinkTexts.showOnTimeline}
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
