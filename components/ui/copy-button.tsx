"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { paces } from "@/lib/paces";
import { IconButton } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { copyButtonTexts } from "./ui-messages.ts";

/** Copies `text` and confirms it on the button; a refused clipboard is reported. */
export function CopyButton({ text, label = copyButtonTexts.copy }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), paces.shown.copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (await copyText(text)) setCopied(true);
  };
  return (
    <IconButton
      label={copied ? copyButtonTexts.copied : label}
      size="icon-sm"
      className="row-act align-middle text-ink-3"
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      {copied ? <Check className="text-ok" /> : <Copy />}
    </IconButton>
  );
}
