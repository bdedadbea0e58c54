"use client";

import { Square } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ReplayId } from "@/lib/queries/replays";
import { recordingName, replayStopTexts } from "./replay-messages.ts";
import type { Stopping } from "./use-replay-stop.ts";

/** Stops a recording after a confirmation. Shows progress until the video is final. */
export function ReplayStop({ replay, stop }: { replay: ReplayId; stop: Stopping }) {
  const [open, setOpen] = useState(false);
  const role = useRoleReason("operator");
  const name = recordingName(replay.replayId);
  return (
    <>
      <Button
        pending={stop.pending}
        disabledReason={role}
        aria-label={stop.pending ? replayStopTexts.stopping(name) : replayStopTexts.stop(name)}
        onClick={() => setOpen(true)}
      >
        {stop.pending ? replayStopTexts.stoppingLabel : <Square aria-hidden="true" />}
        {stop.pending ? null : replayStopTexts.stopLabel}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={replayStopTexts.stopQuestion(name)}
        effect={replayStopTexts.effect}
        confirmLabel={replayStopTexts.stopRecordingLabel}
        onConfirm={stop.stop}
      />
    </>
  );
}
