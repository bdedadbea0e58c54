"use client";

import { Circle } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { replayStartTexts } from "./replay-messages.ts";

const ReplayStartDialog = dynamic(
  loadPart(() => import("./replay-start-dialog.tsx").then((module) => module.ReplayStartDialog)),
  { ssr: false },
);

/** Opens the form of a new recording. */
export function ReplayStart({
  id,
  ended,
  onStarted,
}: {
  id: string;
  ended: boolean;
  onStarted: (replayId: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const actReason = useActReason("startReplay", replayStartTexts.recordBrowsers);
  const blocked = ended ? replayStartTexts.thisBrowserHasEnded : actReason;
  usePaletteAct("start-recording", replayStartTexts.startRecording, () => setOpen(true), blocked);
  return (
    <>
      <Button disabledReason={blocked} onClick={() => setOpen(true)}>
        <Circle aria-hidden="true" className="fill-current text-bad" />
        {replayStartTexts.startRecording}
      </Button>
      {open ? <ReplayStartDialog id={id} onStarted={onStarted} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
