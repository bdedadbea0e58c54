// Which recordings are still kept. Pure.

export interface Kept {
  id: string;
  /** RFC 3339. */
  finishedAt: string;
  sizeBytes: number;
}

export interface RetentionLimits {
  keepMs: number;
  keepBytes: number;
}

/** Ids of what has to go: what is too old, and the oldest of what is too much. `finished` is newest first. */
export function tooOldOrTooMuch(finished: readonly Kept[], limits: RetentionLimits, nowMs: number): string[] {
  let totalBytes = 0;
  return finished
    .filter(({ finishedAt, sizeBytes }) => {
      if (nowMs - Date.parse(finishedAt) > limits.keepMs) return true;
      totalBytes += sizeBytes;
      return totalBytes > limits.keepBytes;
    })
    .map(({ id }) => id);
}
