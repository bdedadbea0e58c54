"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { paces } from "@/lib/paces";
import { presentMs } from "@/lib/present";
import {
  type Draft,
  dropDisplacedDraft,
  dropDraft,
  markDraftSent,
  readDisplacedDraft,
  readDraft,
  saveDraft,
  startOf,
} from "./invoke-draft.ts";
import type { InvokeFields } from "./invoke-fields.ts";

interface State {
  fields: InvokeFields;
  /** Changed since it was last stored. */
  unsaved: boolean;
  stored: { atMs: number; sentAs: string | undefined } | undefined;
  /** The browser rejected it. */
  refused: boolean;
  other: Draft | undefined;
}

/** The form's fields, stored per operator in this browser while typing. */
export function useInvokeDraft({
  operator,
  origin,
  prefill,
}: {
  operator: string;
  origin: string;
  prefill: InvokeFields;
}) {
  const [state, setState] = useState<State>(() => {
    const { fields, from, other } = startOf(
      [readDraft(localStorage, operator), readDisplacedDraft(localStorage, operator)],
      origin,
      prefill,
    );
    const stored = from === undefined ? undefined : { atMs: from.savedAtMs, sentAs: from.sentAs };
    return { fields, unsaved: false, stored, refused: false, other };
  });
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  const save = useCallback(() => {
    const { fields, unsaved } = latest.current;
    if (!unsaved) return;
    const atMs = presentMs();
    const done = saveDraft(localStorage, operator, { fields, origin, savedAtMs: atMs });
    const stored = done ? { atMs, sentAs: undefined } : undefined;
    setState((now) => (now.fields === fields ? { ...now, unsaved: false, stored, refused: !done } : now));
  }, [operator, origin]);
  const { fields, unsaved } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the fields puts the saving off
  useEffect(() => {
    if (!unsaved) return;
    const timer = setTimeout(save, paces.rest.saveMs);
    return () => clearTimeout(timer);
  }, [fields, unsaved, save]);
  useEffect(() => {
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [save]);

  const change = useCallback(
    (part: Partial<InvokeFields>) =>
      setState((now) => ({ ...now, fields: { ...now.fields, ...part }, unsaved: true })),
    [],
  );
  const discard = () => {
    dropDraft(localStorage, operator);
    setState((now) => ({ ...now, fields: prefill, unsaved: false, stored: undefined, refused: false }));
  };
  const takeOther = (draft: Draft) => {
    // The draft continues in this form: its stored copy is replaced.
    if (readDraft(localStorage, operator)?.origin === draft.origin) dropDraft(localStorage, operator);
    else dropDisplacedDraft(localStorage, operator);
    setState((now) => ({ ...now, fields: draft.fields, unsaved: true, other: undefined }));
  };
  /** Records the sent fields and the resulting invocation; also after the page was left. */
  const sent = (what: InvokeFields, id: string) => {
    const atMs = presentMs();
    markDraftSent(localStorage, operator, { fields: what, origin, savedAtMs: atMs, sentAs: id });
    setState((now) =>
      now.fields === what
        ? { ...now, unsaved: false, stored: { atMs, sentAs: id }, refused: false, other: undefined }
        : now,
    );
  };
  return { ...state, change, discard, takeOther, sent, save };
}

export type InvokeDraft = ReturnType<typeof useInvokeDraft>;
