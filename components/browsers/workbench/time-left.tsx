"use client";

import { useQuery } from "@tanstack/react-query";
import { useClockText } from "@/components/ui/use-now";
import type { SessionActivity } from "@/lib/bff/session-activity";
import type { Browser } from "@/lib/contract/browsers";
import { capturedCategories } from "@/lib/contract/telemetry";
import { formatDuration } from "@/lib/format/duration";
import { formatPlayTime } from "@/lib/format/play-time";
import { parseInstant } from "@/lib/format/rfc3339";
import { paces } from "@/lib/paces";
import { sessionActivityQuery } from "@/lib/queries/session-origin";
import { SourceItem } from "./session-source.tsx";
import { timeLeftTexts } from "./workbench-messages.ts";

/** A session without clients waits so long before its timeout begins (the API's documentation on standby). */
const standbyMs = 5_000;

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
  return (
    <SourceItem name="Time left">
      {activity === undefined || activity.clients === null ? (
        timeLeftTexts.withoutAClient(formatDuration(timeoutMs))
      ) : activity.clients > 0 ? (
        <span title={timeLeftTexts.connectedClientOpenLiveView}>
          {timeLeftTexts.after(formatDuration(timeoutMs), activity.clients)}
        </span>
      ) : (
        <Countdown endsAtMs={idleSince(session, activity) + standbyMs + timeoutMs} />
      )}
    </SourceItem>
  );
}

const idleSince = ({ created_at: createdAt }: Browser, { last_active_ms: lastMs }: SessionActivity): number =>
  lastMs ?? parseInstant(createdAt ?? "")?.epochMs ?? Number.NaN;

function Countdown({ endsAtMs }: { endsAtMs: number }) {
  const left = useClockText((nowMs) => formatPlayTime(endsAtMs - nowMs), "–");
  return (
    <span title={timeLeftTexts.noClientConnectedWatchingLiveResets}>
      <span className="font-mono tabular-nums">{left}</span>{" "}
      <span className="text-ink-3">{timeLeftTexts.noClientWatchingResetsIt}</span>
    </span>
  );
}
