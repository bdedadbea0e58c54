"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { useBulkAct } from "@/components/bulk-act/bulk-act";
import { loadPart } from "@/components/ui/load-part";
import { invocationAct, leaveBulkPage } from "../bulk/invocation-act.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";

const BulkDialog = dynamic(
  loadPart(() => import("../bulk/bulk-dialog.tsx").then((module) => module.BulkDialog)),
  {
    ssr: false,
  },
);
const ExportDialog = dynamic(
  loadPart(() => import("./export-dialog.tsx").then((module) => module.ExportDialog)),
  {
    ssr: false,
  },
);

/** The dialogs of acts on selected invocations. They outlive the selection, so the bar does not render them. */
export function InvocationActDialogs({ screen }: { screen: InvocationSearchParams }) {
  const request = useBulkAct(invocationAct)?.subject;
  useEffect(() => leaveBulkPage, []);
  switch (request?.kind) {
    case undefined:
      return null;
    case "export":
      return (
        <ExportDialog
          of="selection"
          rows={request.invocations}
          mayBeMore={request.matching === "the-newest"}
          screen={request.matching === "no" ? {} : screen}
          onClose={() => invocationAct.close()}
        />
      );
    case "again":
    case "cancel":
      return <BulkDialog kind={request.kind} request={request} />;
  }
}
