"use client";

import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import type { Invocation } from "@/lib/contract/invocations";
import type { BadItem } from "@/lib/queries/bff";
import { invocationTableActionsTexts } from "./invocation-list-messages.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";
import type { RecordRequest } from "./recorded-matching.ts";

// Loaded after the page.
const InvocationActDialogs = dynamic(
  loadPart(() => import("./invocation-act-dialogs.tsx").then((module) => module.InvocationActDialogs)),
  { ssr: false },
);
const ExportDialog = dynamic(
  loadPart(() => import("./export-dialog.tsx").then((module) => module.ExportDialog)),
  {
    ssr: false,
  },
);

/** Actions on the whole list, and the dialogs of acts on selected invocations. */
export function InvocationTableActions({
  rows,
  bad,
  isPartOfMore,
  screen,
  record,
}: {
  /** The rows on the page. */
  rows: readonly Invocation[];
  /** Rows of the page that do not match the contract. */
  bad?: readonly BadItem[];
  /** Whether more rows match than are on the page. */
  isPartOfMore: boolean;
  /** The list's filters. */
  screen: InvocationSearchParams;
  /** The query for all matching rows, if the rows come from the recorder. */
  record: RecordRequest | undefined;
}) {
  const [exporting, setExporting] = useState(false);
  usePaletteAct(
    "export-invocations",
    invocationTableActionsTexts.exportInvocations,
    () => setExporting(true),
    undefined,
  );
  return (
    <>
      <Button onClick={() => setExporting(true)}>
        <Download aria-hidden="true" />
        {invocationTableActionsTexts.export}
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
      <InvocationActDialogs screen={screen} />
    </>
  );
}
