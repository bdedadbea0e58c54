"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { paces } from "@/lib/paces";
import {
  type Draft,
  dropAside,
  dropDraft,
  keepDraft,
  noteSent,
  readAside,
  readDraft,
  startOf,
} from "./invoke-draft.ts";
import type { InvokeFields } from "./invoke-fields.ts";

interface State {
  fields: InvokeFields;
  /** Typed since it was last kept. */
  unsaved: boolean;
  kept: { atMs: number; sentAs: string | undefined } | undefined;
  /** The browser does not keep it. */
  refused: boolean;
  other: Draft | undefined;
}

/** The form's fields, kept in this operator's own browser while they are typed. */
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
      [readDraft(localStorage, operator), readAside(localStorage, operator)],
      origin,
      prefill,
    );
    const kept = from === undefined ? undefined : { atMs: from.savedAtMs, sentAs: from.sentAs };
    return { fields, unsaved: false, kept, refused: false, other };
  });
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  const save = useCallback(() => {
    const { fields, unsaved } = latest.current;
    if (!unsaved) return;
    const atMs = Date.now();
    const done = keepDraft(localStorage, operator, { fields, origin, savedAtMs: atMs });
    const kept = done ? { atMs, sentAs: undefined } : undefined;
    setState((now) => (now.fields === fields ? { ...now, unsaved: false, kept, refused: !done } : now));
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
    setState((now) => ({ ...now, fields: prefill, unsaved: false, kept: undefined, refused: false }));
  };
  const takeOther = (draft: Draft) => {
    // It goes on here: what it was kept as is this form's from now on.
    if (readDraft(localStorage, operator)?.origin === draft.origin) dropDraft(localStorage, operator);
    else dropAside(localStorage, operator);
    setState((now) => ({ ...now, fields: draft.fields, unsaved: true, other: undefined }));
  };
  /** What was sent and what it became; also after the page was left. */
  const sent = (what: InvokeFields, id: string) => {
    const atMs = Date.now();
    noteSent(localStorage, operator, { fields: what, origin, savedAtMs: atMs, sentAs: id });
    setState((now) =>
      now.fields === what
        ? { ...now, unsaved: false, kept: { atMs, sentAs: id }, refused: false, other: undefined }
        : now,
    );
  };
  return { ...state, change, discard, takeOther, sent, save };
}

export type InvokeDraft = ReturnType<typeof useInvokeDraft>;
