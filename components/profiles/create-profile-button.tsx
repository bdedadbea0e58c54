"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { loadPart } from "@/components/ui/load-part";
import { createProfileButtonTexts } from "./profile-messages.ts";

const CreateProfileDialog = dynamic(
  loadPart(() => import("./create-profile-dialog.tsx").then((module) => module.CreateProfileDialog)),
  { ssr: false },
);

/** Opens the form of a new profile. */
export function CreateProfileButton({
  variant = "primary",
  onCreated,
}: {
  variant?: ButtonVariant;
  onCreated: (id: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const blocked = useActReason("createProfile", createProfileButtonTexts.createProfiles);
  usePaletteAct("create-profile", createProfileButtonTexts.createProfile, () => setOpen(true), blocked);
  return (
    <>
      <Button variant={variant} disabledReason={blocked} onClick={() => setOpen(true)}>
        {createProfileButtonTexts.createProfile}
      </Button>
      {open ? <CreateProfileDialog onCreated={onCreated} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
