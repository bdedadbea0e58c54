"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import type { TelemetryView } from "@/lib/bff/telemetry-view";
import type { Browser } from "@/lib/contract/browsers";
import { standardTelemetryCategories, type TelemetryCategory } from "@/lib/contract/telemetry";
import { captureNoteTexts } from "./capture-note-messages.ts";

const EditBrowserDialog = dynamic(
  loadPart(() => import("../edit/edit-browser-dialog.tsx").then(({ EditBrowserDialog: dialog }) => dialog)),
  { ssr: false },
);

/** A live browser captures nothing of a view: says so, and opens the form that changes it with that chosen. */
export function CaptureNote({
  session,
  view,
  noun,
}: {
  session: Browser;
  view: TelemetryView;
  /** What the view shows, in the plural. */
  noun: string;
}) {
  const [open, setOpen] = useState(false);
  const blocked = useActReason("updateBrowser", captureNoteTexts.editBrowsers);
  return (
    <>
      <p>{captureNoteTexts.capturesNone(noun)}</p>
      <Button disabledReason={blocked} onClick={() => setOpen(true)}>
        {captureNoteTexts.capture(noun)}
      </Button>
      {open ? (
        <EditBrowserDialog browser={session} captures={categoriesOf(view)} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

const categoriesOf = (view: TelemetryView): readonly TelemetryCategory[] =>
  view === "activity" ? standardTelemetryCategories : [view];
