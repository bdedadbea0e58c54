// How far the mirror has read, kept in the store beside the rows it speaks of. Pure but for the schema.
import { z } from "zod";

/**
 * Everything that started up to `mark_ms` (the upstream's time) was read, except what `deep` still has to read:
 * the list since `since_ms`, from `offset` on. `mark_ms` null: the first reading has not begun.
 */
export const mirrorProgress = z.object({
  /** When this store began to mirror, by our clock. */
  began_ms: z.number(),
  mark_ms: z.number().nullable(),
  /** The start from which on everything was read, as far as the upstream could be asked. */
  complete_from_ms: z.number().nullable(),
  deep: z.object({ since_ms: z.number(), offset: z.number(), lowest_ms: z.number().nullable() }).nullable(),
  last_good_ms: z.number().nullable(),
});
export type MirrorProgress = z.infer<typeof mirrorProgress>;

export const progressMark = "progress:invocations";

export const firstProgress = (nowMs: number): MirrorProgress => ({
  began_ms: nowMs,
  mark_ms: null,
  complete_from_ms: null,
  deep: null,
  last_good_ms: null,
});

/** Runs may appear a little after the start they tell: most within a moment, some later. */
export const overlap = { nearMs: 5_000, wideMs: 120_000 } as const;
const aheadMs = 60_000;

/** From when on to read: `behindMs` behind the mark, and never in the future, so that no odd start hides what comes. */
export function sinceOf(
  progress: MirrorProgress,
  { nowMs, retentionMs, behindMs }: { nowMs: number; retentionMs: number; behindMs: number },
): number {
  const mark = progress.mark_ms;
  return Math.max(0, mark === null ? nowMs - retentionMs : Math.min(mark, nowMs + aheadMs) - behindMs);
}

/** The mark after a reading whose newest start was `newestMs`. */
export function markAfter(progress: MirrorProgress, newestMs: number | null, nowMs: number): number {
  const known = progress.mark_ms ?? 0;
  const newest = Math.min(newestMs ?? known, nowMs + aheadMs);
  // A mark that lies ahead was an odd start, or from before our clock was set back: it comes down again.
  return Math.max(newest, Math.min(known, nowMs + aheadMs));
}

export const sinceText = (ms: number): string => new Date(ms).toISOString();
