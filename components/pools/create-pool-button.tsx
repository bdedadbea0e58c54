"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { loadPart } from "@/components/ui/load-part";
import { createPoolButtonTexts } from "./pool-list-messages.ts";

const CreatePoolDialog = dynamic(
  loadPart(() => import("./create-pool-dialog.tsx").then((module) => module.CreatePoolDialog)),
  { ssr: false },
);

/** Opens the form of a new pool. */
export function CreatePoolButton({ variant = "primary" }: { variant?: ButtonVariant }) {
  const [open, setOpen] = useState(false);
  const blocked = useActReason("createPool", createPoolButtonTexts.createPools);
  usePaletteAct("create-pool", createPoolButtonTexts.createPool, () => setOpen(true), blocked);
  return (
    <>
      <Button variant={variant} disabledReason={blocked} onClick={() => setOpen(true)}>
        {createPoolButtonTexts.createPool}
      </Button>
      {open ? <CreatePoolDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
