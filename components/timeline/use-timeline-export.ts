"use client";

import { useMutation } from "@tanstack/react-query";
import { saveFile } from "@/components/ui/save-file";
import { useTimeZone } from "@/components/ui/time-zone";
import { notify } from "@/components/ui/toast";
import type { TimeRange } from "@/lib/charts/time-range";
import { readFailure } from "@/lib/format/failure";
import { timelineMutations } from "@/lib/queries/timeline";

/** Saves a range as one file: the server returns the redacted data, the page renders the file. */
export function useTimelineExport() {
  const { zone } = useTimeZone();
  const exportRange = useMutation(timelineMutations.export());
  const save = async (range: TimeRange) => {
    try {
      const [exported, { exportHtml, exportFileName }] = await Promise.all([
        exportRange.mutateAsync(range),
        import("./export-html.ts"),
      ]);
      if (exported === undefined) throw new Error("The dashboard answered nothing.");
      const name = exportFileName(exported);
      saveFile(new Blob([exportHtml(exported, zone)], { type: "text/html" }), name);
      notify.done("Timeline exported", `${name}: reasons masked, no payloads, no credentials`);
    } catch (error) {
      notify.failed("The timeline was not exported", readFailure(error).message);
    }
  };
  return { pending: exportRange.isPending, save: (range: TimeRange) => void save(range) };
}
