"use client";

import { Highlighter } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { usePanePreferences } from "./use-pane-preferences.ts";

const HighlightEditor = dynamic(
  () => import("./highlight-editor.tsx").then((module) => module.HighlightEditor),
  { ssr: false, loading: () => <Skeleton className="h-32" /> },
);

export function HighlightsButton() {
  const [open, setOpen] = useState(false);
  const { rules } = usePanePreferences();
  const active = rules.filter(({ on }) => on).length;
  return (
    <Popover
      label="Highlights"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-[420px] p-3"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={active === 0 ? "Highlights" : `Highlights: ${active} on`}
          title="Highlights"
          className="px-1.5!"
        >
          <Highlighter />
          {active === 0 ? null : <span className="text-ink-2">{active}</span>}
        </Button>
      }
    >
      {open ? <HighlightEditor /> : null}
    </Popover>
  );
}
