// A list of the API as far as one answer goes, for what is worked out from several lists at once: one that gives no
// answer now is said, and does not take the others along.
import "server-only";
import { UpstreamFailure } from "../upstream/failure.ts";

/** A list's first page, or why there is none. */
export type Listed<T> =
  | { items: readonly T[]; whole: boolean; atMs: number; stale: string | undefined }
  | { items: undefined; code: string };

/** Reads it; rejects only for what is not the upstream's fault. */
export async function firstPage<T>(
  read: () => Promise<{
    value: T[] | undefined;
    paging: Readonly<Record<string, string>>;
    badItems: number;
    observedAtMs: number;
    stale?: string | undefined;
  }>,
): Promise<Listed<T>> {
  try {
    const { value, paging, badItems, observedAtMs: atMs, stale } = await read();
    return {
      items: value ?? [],
      whole: paging["x-has-more"] !== "true" && badItems === 0,
      atMs,
      stale,
    };
  } catch (error) {
    if (error instanceof UpstreamFailure) return { items: undefined, code: error.code };
    throw error;
  }
}
