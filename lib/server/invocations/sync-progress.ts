// How far the invocation sync has read, stored as a checkpoint. Pure.
import { z } from "zod";

/**
 * Everything that started up to `mark_ms` (the upstream's clock) was read, except what `deep` still has to read: the list
 * since `since_ms`, from `offset` on. `mark_ms` null: the first reading has not begun.
 */
export const syncProgress = z.object({
  /** When this database began to record, by our clock. */
  began_ms: z.number(),
  mark_ms: z.number().nullable(),
  /** The start time from which everything was read, as far back as the upstream's list goes. */
  complete_from_ms: z.number().nullable(),
  deep: z.object({ since_ms: z.number(), offset: z.number(), lowest_ms: z.number().nullable() }).nullable(),
  last_good_ms: z.number().nullable(),
});
export type SyncProgress = z.infer<typeof syncProgress>;

/** The name of the list in gaps. */
export const invocationList = "invocations";

export const progressCheckpoint = "progress:invocations";

export const firstProgress = (nowMs: number): SyncProgress => ({
  began_ms: nowMs,
  mark_ms: null,
  complete_from_ms: null,
  deep: null,
  last_good_ms: null,
});

/** How far readings overlap: invocations may be listed some time after their start, most within seconds. */
export const overlap = { nearMs: 5_000, wideMs: 120_000 } as const;
const aheadMs = 60_000;

/** The start time to read from: `behindMs` before the mark, never in the future, so that a wrong start hides nothing. */
export function sinceOf(
  progress: SyncProgress,
  { nowMs, retentionMs, behindMs }: { nowMs: number; retentionMs: number; behindMs: number },
): number {
  const mark = progress.mark_ms;
  return Math.max(0, mark === null ? nowMs - retentionMs : Math.min(mark, nowMs + aheadMs) - behindMs);
}

/** The mark after a reading whose newest start time was `newestMs`. */
export function highWaterMarkAfter(progress: SyncProgress, newestMs: number | null, nowMs: number): number {
  const known = progress.mark_ms ?? 0;
  return Math.max(known, Math.min(newestMs ?? known, nowMs + aheadMs));
}

export const sinceText = (ms: number): string => new Date(ms).toISOString();
