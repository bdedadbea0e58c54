"use client";

import { useEffect, useState } from "react";
import { paces } from "@/lib/paces";

const longText = 200_000;

/** The text as it was when the typing last paused: for work that costs more than a key press should. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled(text),
      text.length > longText ? paces.rest.longEditorMs : paces.rest.editorMs,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
