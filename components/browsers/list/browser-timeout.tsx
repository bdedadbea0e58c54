"use client";

import { NoValue } from "@/components/ui/no-value";
import { useClockText } from "@/components/ui/use-now";
import type { SessionActivity } from "@/lib/bff/session-activity";
import type { Browser } from "@/lib/contract/browsers";
import { capturedCategories } from "@/lib/contract/telemetry";
import { formatAge, formatChosenDuration } from "@/lib/format/duration";
import { browserColumnsTexts } from "./browser-list-messages.ts";
import { endsAtMs } from "./session-end.ts";

/** The time that a browser has left, where that is known; else its timeout. */
export function BrowserTimeout({
  browser,
  activity,
}: {
  browser: Browser;
  activity: SessionActivity | null | undefined;
}) {
  const { timeout_seconds: seconds, deleted_at: endedAt, telemetry } = browser;
  if (!seconds) return <NoValue />;
  const timeout = formatChosenDuration(seconds * 1_000);
  // Only then are its clients counted.
  const isCounted = !endedAt && capturedCategories(telemetry).includes("connection");
  const endMs = isCounted ? endsAtMs(browser, activity) : undefined;
  return endMs === undefined ? timeout : <TimeLeft endMs={endMs} timeout={timeout} />;
}

function TimeLeft({ endMs, timeout }: { endMs: number; timeout: string }) {
  const left = useClockText((nowMs) => browserColumnsTexts.left(formatAge(endMs - nowMs)), "–");
  return <span title={browserColumnsTexts.timeoutOf(timeout)}>{left}</span>;
}
