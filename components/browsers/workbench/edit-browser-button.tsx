"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import type { Browser } from "@/lib/contract/browsers";
import { editBrowserButtonTexts } from "./workbench-messages.ts";

const EditBrowserDialog = dynamic(
  loadPart(() => import("../edit/edit-browser-dialog.tsx").then((module) => module.EditBrowserDialog)),
  { ssr: false },
);

/** Opens the form that changes a live browser. */
export function EditBrowserButton({ browser }: { browser: Browser }) {
  const [open, setOpen] = useState(false);
  const blocked = useActReason("updateBrowser", editBrowserButtonTexts.editBrowsers);
  usePaletteAct("edit-browser", editBrowserButtonTexts.editBrowser, () => setOpen(true), blocked);
  return (
    <>
      <Button size="sm" disabledReason={blocked} onClick={() => setOpen(true)}>
        {editBrowserButtonTexts.edit}
      </Button>
      {open ? <EditBrowserDialog browser={browser} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
