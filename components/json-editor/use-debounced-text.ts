"use client";

import { useEffect, useState } from "react";
import { paces } from "@/lib/paces";

const longText = 200_000;

/** The text when typing last paused: for work too expensive for each key press. */
export function useDebouncedText(text: string): string {
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
