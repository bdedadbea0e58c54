"use client";

import dynamic from "next/dynamic";
import { Dialog } from "@/components/ui/dialog";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import { highlightsDialogTexts } from "./log-pane-on-demand-messages.ts";

const HighlightEditor = dynamic(
  loadPart(() => import("./highlight-editor.tsx").then((module) => module.HighlightEditor)),
  { ssr: false, loading: () => <Skeleton className="h-32" /> },
);

/** Edits the words that all log panes highlight. */
export function HighlightsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog title={highlightsDialogTexts.highlights} width="sm" open={open} onOpenChange={onOpenChange}>
      <HighlightEditor />
    </Dialog>
  );
}
