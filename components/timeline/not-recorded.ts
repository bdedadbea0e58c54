// What was not recorded, as a list: the gaps, and the time before recording began. Pure.
import type { RecorderGap } from "@/lib/bff/recorder-gap";
import type { Timeline } from "@/lib/bff/timeline";
import { notRecordedTexts } from "./timeline-messages.ts";

/** Newest first, with the gaps that are left out counted in `total`: as many as the lane draws. */
export function notRecorded(timeline: Timeline): { total: number; items: readonly RecorderGap[] } {
  const { gaps } = timeline;
  const before = timesBefore(timeline);
  return { total: gaps.total + before.length, items: [...gaps.items, ...before] };
}

/** The time before the lists were read; invocations may reach elsewhere. */
function timesBefore(timeline: Timeline): readonly RecorderGap[] {
  const { began_at_ms: beganMs, invocations } = timeline;
  const { complete_from_ms: completeMs } = invocations;
  if (completeMs === beganMs) return timeBefore(timeline, notRecordedTexts.all, beganMs);
  return [
    ...timeBefore(timeline, notRecordedTexts.invocations, completeMs),
    ...timeBefore(timeline, notRecordedTexts.allButInvocations, beganMs),
  ];
}

/** `knownMs`: from when on the lists are known; null: not at all yet. */
function timeBefore(timeline: Timeline, list: string, knownMs: number | null): readonly RecorderGap[] {
  const { from_ms, read_at_ms: nowMs, to_ms, began_at_ms: beganMs } = timeline;
  const endMs = Math.min(to_ms, nowMs, knownMs ?? nowMs);
  if (endMs <= from_ms) return [];
  const why =
    knownMs === null
      ? notRecordedTexts.nothingRecordedYet
      : knownMs === beganMs
        ? notRecordedTexts.beforeRecordingBegan
        : notRecordedTexts.olderStillLoading;
  return [{ list, from_ms, to_ms: knownMs === null && nowMs <= to_ms ? null : endMs, why, filled: false }];
}
