"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { loadPart } from "@/components/ui/load-part";
import { createBrowserButtonTexts } from "./browser-list-messages.ts";

const CreateBrowserDialog = dynamic(
  loadPart(() => import("./create-browser-dialog.tsx").then((module) => module.CreateBrowserDialog)),
  { ssr: false },
);

/** Opens the form of a new browser. */
export function CreateBrowserButton({ variant = "primary" }: { variant?: ButtonVariant }) {
  const [open, setOpen] = useState(false);
  const blocked = useActReason("createBrowser", createBrowserButtonTexts.startBrowsers);
  usePaletteAct("start-browser", createBrowserButtonTexts.startBrowser, () => setOpen(true), blocked);
  return (
    <>
      <Button variant={variant} disabledReason={blocked} onClick={() => setOpen(true)}>
        {createBrowserButtonTexts.startBrowser}
      </Button>
      {open ? <CreateBrowserDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
