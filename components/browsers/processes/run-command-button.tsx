"use client";

import { SquareTerminal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { runCommandButtonTexts } from "./process-messages.ts";

const RunCommandDialog = dynamic(
  loadPart(() => import("./run-command-dialog.tsx").then((module) => module.RunCommandDialog)),
  { ssr: false },
);

/** Opens the form of a command. */
export function RunCommandButton({ id, ended }: { id: string; ended: boolean }) {
  const [open, setOpen] = useState(false);
  const actReason = useActReason("spawnProcess", runCommandButtonTexts.runCommands);
  const blocked = ended ? runCommandButtonTexts.thisBrowserHasEnded : actReason;
  usePaletteAct("run-command", runCommandButtonTexts.runCommand, () => setOpen(true), blocked);
  return (
    <>
      <Button disabledReason={blocked} onClick={() => setOpen(true)}>
        <SquareTerminal aria-hidden="true" />
        {runCommandButtonTexts.runCommand}
      </Button>
      {open ? <RunCommandDialog id={id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
