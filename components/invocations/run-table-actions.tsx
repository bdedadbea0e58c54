"use client";

import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Invocation } from "@/lib/contract/invocations";
import type { BadItem } from "@/lib/queries/bff";
import { endBulk, useBulkRequest } from "./bulk-request.ts";
import { exportAtMost } from "./export-bounds.ts";
import type { InvocationScreen } from "./invocation-screen.ts";

const BulkDialog = dynamic(() => import("./bulk-dialog.tsx").then((module) => module.BulkDialog), {
  ssr: false,
});
const ExportDialog = dynamic(() => import("./export-dialog.tsx").then((module) => module.ExportDialog), {
  ssr: false,
});

/** What can be done with the list as a whole, and the dialogs of what is done to a selection: they live here because
 *  the list outlives the selection. */
export function RunTableActions({
  rows,
  bad,
  screen,
}: {
  /** The rows on the page. */
  rows: readonly Invocation[];
  /** Rows of the page that do not fit the API's description. */
  bad?: readonly BadItem[];
  /** What the list is filtered by. */
  screen: InvocationScreen;
}) {
  const [exporting, setExporting] = useState(false);
  const request = useBulkRequest();
  useEffect(() => endBulk, []);
  return (
    <>
      <Button onClick={() => setExporting(true)}>
        <Download aria-hidden="true" />
        Export…
      </Button>
      {exporting ? (
        <ExportDialog
          of="list"
          rows={rows}
          {...(bad === undefined ? {} : { bad })}
          screen={screen}
          onClose={() => setExporting(false)}
        />
      ) : null}
      {request?.kind === "export" ? (
        <ExportDialog
          of="selection"
          rows={request.runs}
          mayBeMore={request.allMatching && request.runs.length >= exportAtMost}
          screen={request.allMatching ? screen : {}}
          onClose={endBulk}
        />
      ) : null}
      {request?.kind === "again" || request?.kind === "cancel" ? (
        <BulkDialog act={request.kind} request={request} onClose={endBulk} />
      ) : null}
    </>
  );
}
