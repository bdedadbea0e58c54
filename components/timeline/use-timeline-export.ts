"use client";

import { useMutation } from "@tanstack/react-query";
import { saveFile } from "@/components/ui/save-file";
import { useTimeZone } from "@/components/ui/time-zone";
import { notify } from "@/components/ui/toast";
import { readFailure } from "@/lib/format/failure";
import { timelineMutations } from "@/lib/queries/timeline";
import type { TimeRange } from "./time-range.ts";

/** Saves a range as one file: what may leave comes from the server, the page makes the file of it. */
export function useTimelineExport() {
  const { zone } = useTimeZone();
  const ask = useMutation(timelineMutations.export());
  const save = async (range: TimeRange) => {
    try {
      const [exported, { exportHtml, exportFileName }] = await Promise.all([
        ask.mutateAsync(range),
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
  return { pending: ask.isPending, save: (range: TimeRange) => void save(range) };
}
