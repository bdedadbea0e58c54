"use client";

import { useCallback, useEffect, useState } from "react";
import { usePreferencesOwner } from "./preferences.tsx";
import { draftKey, readDraft, writeDraft } from "./stored-draft.ts";

/** Where this operator's draft of that name is stored; undefined: nowhere. */
export function useDraftKey(name: string | undefined): string | undefined {
  const operator = usePreferencesOwner();
  return name === undefined || operator === undefined ? undefined : draftKey(operator, name);
}

/**
 * A text of a dialog that is stored in the tab until it is sent or discarded. `name` has what the dialog does and to what:
 * the text is restored for nothing else. `usual`: the text where there is no draft.
 */
export function useTextDraft(name: string | undefined, open: boolean, usual = "") {
  const key = useDraftKey(name);
  const [text, setText] = useState(usual);
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const { text: before } = open && key !== undefined ? readDraft(key) : {};
    setText(typeof before === "string" ? before : usual);
    setRestored(typeof before === "string");
  }, [open, key, usual]);
  const store = useCallback(
    (next: string) => {
      if (key !== undefined) writeDraft(key, next.trim() === "" || next === usual ? {} : { text: next });
    },
    [key, usual],
  );
  return {
    text,
    restored,
    type(next: string) {
      setText(next);
      setRestored(false);
      store(next);
    },
    /** Once it is sent, or the dialog is cancelled. */
    forget: useCallback(() => store(""), [store]),
  };
}
