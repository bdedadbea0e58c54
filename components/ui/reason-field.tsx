"use client";

import { type Ref, useEffect, useRef, useState } from "react";
import { Field } from "./field.tsx";
import { Textarea } from "./textarea.tsx";
import { reasonFieldTexts } from "./ui-on-demand-messages.ts";
import type { useTextDraft } from "./use-draft.ts";

type Draft = Pick<ReturnType<typeof useTextDraft>, "text" | "restored" | "type">;

/**
 * The reason of a dialog: trimmed (`reason`), and for its `ReasonField` (`field`). `isGiven` is for the press of its
 * button: if the reason is `required` and missing, it marks the field, moves the focus there and returns false.
 */
export function useReason(kept: Draft, { required, open }: { required: boolean; open: boolean }) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [isMarked, setMarked] = useState(false);
  const reason = kept.text.trim();
  const isMissing = required && reason === "";
  useEffect(() => {
    if (!open) setMarked(false);
  }, [open]);
  return {
    reason,
    isGiven(): boolean {
      if (!isMissing) return true;
      setMarked(true);
      ref.current?.focus();
      return false;
    },
    field: { kept, ref, error: isMarked && isMissing ? reasonFieldTexts.giveAReason : undefined },
  };
}

/** Why something is done, for the audit, in a dialog that confirms it. */
export function ReasonField({
  kept,
  ref,
  error,
  optional = false,
  readOnly = false,
}: {
  kept: Draft;
  ref?: Ref<HTMLTextAreaElement>;
  error?: string | undefined;
  optional?: boolean;
  readOnly?: boolean;
}) {
  return (
    <div className="grid gap-1">
      <Field label={reasonFieldTexts.reason} optional={optional} error={error}>
        <Textarea
          ref={ref}
          rows={2}
          maxLength={500}
          value={kept.text}
          readOnly={readOnly}
          onChange={(event) => kept.type(event.target.value)}
        />
      </Field>
      {kept.restored ? (
        <p role="status" className="text-label text-ink-2">
          {reasonFieldTexts.yourReasonWasRestored}
        </p>
      ) : null}
    </div>
  );
}
