"use client";

import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Invocation } from "@/lib/contract/invocations";
import type { BadItem } from "@/lib/queries/bff";
import { endBulk, leaveBulk, useBulkRequest } from "./bulk-request.ts";
import type { InvocationScreen } from "./invocation-screen.ts";
import type { RecordAsked } from "./recorded-matching.ts";

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
  isPartOfMore,
  screen,
  record,
}: {
  /** The rows on the page. */
  rows: readonly Invocation[];
  /** Rows of the page that do not fit the API's description. */
  bad?: readonly BadItem[];
  /** There are more that match than are on the page. */
  isPartOfMore: boolean;
  /** What the list is filtered by. */
  screen: InvocationScreen;
  /** What is asked of the record, where the rows are its rows. */
  record: RecordAsked | undefined;
}) {
  const [exporting, setExporting] = useState(false);
  const request = useBulkRequest();
  useEffect(() => leaveBulk, []);
  return (
    <>
      <Button onClick={() => setExporting(true)}>
        <Download aria-hidden="true" />
        Export…
      </Button>
      {exporting ? (
        <ExportDialog
          of="list"
          mayBeMore={isPartOfMore}
          rows={rows}
          {...(bad === undefined ? {} : { bad })}
          screen={screen}
          record={record}
          onClose={() => setExporting(false)}
        />
      ) : null}
      {request?.kind === "export" ? (
        <ExportDialog
          of="selection"
          rows={request.runs}
          mayBeMore={request.matching === "the-newest"}
          screen={request.matching === "no" ? {} : screen}
          onClose={endBulk}
        />
      ) : null}
      {request?.kind === "again" || request?.kind === "cancel" ? (
        <BulkDialog act={request.kind} request={request} onClose={endBulk} />
      ) : null}
    </>
  );
}
