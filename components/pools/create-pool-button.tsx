"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";

const CreatePoolDialog = dynamic(
  () => import("./create-pool-dialog.tsx").then((module) => module.CreatePoolDialog),
  { ssr: false },
);

/** Opens the form of a new pool. */
export function CreatePoolButton({ variant = "primary" }: { variant?: ButtonVariant }) {
  const [open, setOpen] = useState(false);
  const blocked = useActReason("createPool", "create pools");
  usePaletteAct("create-pool", "Create pool…", () => setOpen(true), blocked);
  return (
    <>
      <Button variant={variant} disabledReason={blocked} onClick={() => setOpen(true)}>
        Create pool…
      </Button>
      {open ? <CreatePoolDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
