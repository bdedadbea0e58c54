"use client";

import { formatDuration, formatRunningDuration } from "@/lib/format/duration";
import { elapsedMs, parseInstant } from "@/lib/format/rfc3339";
import { NoValue } from "./no-value.tsx";
import { useClockText } from "./use-now.ts";

/** A duration; with `to` absent and `running` it counts on with the shared clock. */
export function DurationText({
  from,
  to,
  running = false,
}: {
  from: string | null | undefined;
  to?: string | null | undefined;
  running?: boolean;
}) {
  const start = parseInstant(from ?? "");
  const end = parseInstant(to ?? "");
  if (start === undefined) return <NoValue />;
  if (end !== undefined) return <Figure text={formatDuration(elapsedMs(start, end))} />;
  return running ? <Counting startMs={start.epochMs} /> : <NoValue />;
}

function Counting({ startMs }: { startMs: number }) {
  const text = useClockText((nowMs) => formatRunningDuration(nowMs - startMs), "–");
  return <Figure text={text} />;
}

function Figure({ text }: { text: string }) {
  return <span className={`whitespace-nowrap ${text === "–" ? "text-ink-3" : ""}`}>{text}</span>;
}
