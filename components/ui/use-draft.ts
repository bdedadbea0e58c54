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
 * the text is restored for nothing else.
 */
export function useTextDraft(name: string | undefined, open: boolean) {
  const key = useDraftKey(name);
  const [text, setText] = useState("");
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const { text: before } = open && key !== undefined ? readDraft(key) : {};
    setText(typeof before === "string" ? before : "");
    setRestored(typeof before === "string");
  }, [open, key]);
  const store = useCallback(
    (next: string) => {
      if (key !== undefined) writeDraft(key, next.trim() === "" ? {} : { text: next });
    },
    [key],
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
