"use client";

import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { Browser } from "@/lib/contract/browsers";
import { useEditBrowser } from "../edit/edit-browser.tsx";
import { editBrowserButtonTexts } from "./workbench-messages.ts";

/** Opens the form that changes a live browser. */
export function EditBrowserButton({ browser }: { browser: Browser }) {
  const edit = useEditBrowser();
  const blocked = useActReason("updateBrowser", editBrowserButtonTexts.editBrowsers);
  usePaletteAct("edit-browser", editBrowserButtonTexts.editBrowser, () => edit({ browser }), blocked);
  return (
    <Button size="sm" disabledReason={blocked} onClick={() => edit({ browser })}>
      {editBrowserButtonTexts.edit}
    </Button>
  );
}
