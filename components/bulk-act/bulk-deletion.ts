// Deleting many: one that was gone before its call is neither a failure nor something that this act did.
import { isNotFound } from "@/lib/queries/bff";
import { type BulkProgress, bulkSummary } from "./bulk-job.ts";

const goneBefore = "gone";

/** The call of one item, for `BulkDeps.act`: a 404 is a result. Throws as `sent` does otherwise. */
export async function deletedOrGone(sent: Promise<unknown>): Promise<string | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (isNotFound(error)) return goneBefore;
    throw error;
  }
}

/** `3 browsers ended, 1 had already ended, 2 skipped`, of the texts for those deleted and those gone before. */
export function deletionSummary(
  end: BulkProgress,
  texts: { deleted: (count: number) => string; goneBefore: (count: number) => string },
  skipped = 0,
): string {
  const gone = end.done.filter(({ result }) => result === goneBefore).length;
  const deleted = texts.deleted(end.done.length - gone);
  return bulkSummary(gone === 0 ? deleted : `${deleted}, ${texts.goneBefore(gone)}`, end, skipped);
}
