// The first page of a list, for figures computed from several lists at once: a list that fails is reported as such and
// does not fail the others.
import "server-only";
import { UpstreamFailure } from "./upstream-failure.ts";

/** A list's first page, or the code of its failure. `whole`: there are no further pages and no items were dropped. */
export type Listed<T> =
  | { items: readonly T[]; whole: boolean; atMs: number; stale: string | undefined }
  | { items: undefined; code: string };

/** Reads a first page. Rejects only with errors other than UpstreamFailure. */
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
