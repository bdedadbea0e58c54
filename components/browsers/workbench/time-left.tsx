"use client";

import { useQuery } from "@tanstack/react-query";
import { useClockText } from "@/components/ui/use-now";
import type { Browser } from "@/lib/contract/browsers";
import { capturedCategories } from "@/lib/contract/telemetry";
import { formatChosenDuration } from "@/lib/format/duration";
import { formatPlayTime } from "@/lib/format/play-time";
import { paces } from "@/lib/paces";
import { sessionActivityQuery } from "@/lib/queries/session-origin";
import { endsAtMs } from "../list/session-end.ts";
import { SourceItem } from "./session-source.tsx";
import { timeLeftTexts } from "./workbench-messages.ts";

/** When a live session ends by itself, and what keeps it from that. Nothing where it has no timeout. */
export function TimeLeft({ session }: { session: Browser }) {
  const { session_id: id, timeout_seconds: timeoutSeconds, telemetry } = session;
  const activity = useQuery({
    ...sessionActivityQuery(id),
    enabled: Boolean(timeoutSeconds) && capturedCategories(telemetry).includes("connection"),
    refetchInterval: paces.refresh.listMs,
  }).data?.data;
  if (!timeoutSeconds) return null;
  const timeoutMs = timeoutSeconds * 1_000;
  const endMs = endsAtMs(session, activity);
  return (
    <SourceItem name={endMs !== undefined ? timeLeftTexts.timeLeft : timeLeftTexts.timeout}>
      {endMs !== undefined ? (
        <Countdown endMs={endMs} ofMs={timeoutMs} />
      ) : activity?.clients ? (
        <span title={timeLeftTexts.clientKeepsItRunning}>
          {timeLeftTexts.afterClientsLeave(formatChosenDuration(timeoutMs), activity.clients)}
        </span>
      ) : (
        timeLeftTexts.withoutAClient(formatChosenDuration(timeoutMs))
      )}
    </SourceItem>
  );
}

function Countdown({ endMs, ofMs }: { endMs: number; ofMs: number }) {
  // The wait before the timeout begins is no part of it.
  const left = useClockText((nowMs) => formatPlayTime(Math.min(endMs - nowMs, ofMs)), "–");
  return (
    <span title={timeLeftTexts.noClientConnected}>
      <span className="font-mono tabular-nums">{left}</span>{" "}
      <span className="text-ink-3">{timeLeftTexts.noClientWatchingResetsIt(formatChosenDuration(ofMs))}</span>
    </span>
  );
}
