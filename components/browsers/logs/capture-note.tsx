"use client";

import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { TelemetryView } from "@/lib/bff/telemetry-view";
import type { Browser } from "@/lib/contract/browsers";
import { standardTelemetryCategories, type TelemetryCategory } from "@/lib/contract/telemetry";
import { useEditBrowser } from "../edit/edit-browser.tsx";
import { captureNoteTexts } from "./capture-note-messages.ts";

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
  const edit = useEditBrowser();
  const blocked = useActReason("updateBrowser", captureNoteTexts.editBrowsers);
  return (
    <>
      <p>{captureNoteTexts.capturesNone(noun)}</p>
      <Button
        disabledReason={blocked}
        onClick={() => edit({ browser: session, captures: categoriesOf(view) })}
      >
        {captureNoteTexts.capture(noun)}
      </Button>
    </>
  );
}

const categoriesOf = (view: TelemetryView): readonly TelemetryCategory[] =>
  view === "activity" ? standardTelemetryCategories : [view];
