"use client";

import { useId } from "react";
import { Textarea } from "./textarea.tsx";
import { reasonFieldTexts } from "./ui-on-demand-messages.ts";
import type { useTextDraft } from "./use-draft.ts";

/** Why something is done, for the audit, in a dialog that confirms it. */
export function ReasonField({
  kept,
  optional = false,
  readOnly = false,
}: {
  kept: Pick<ReturnType<typeof useTextDraft>, "text" | "restored" | "type">;
  optional?: boolean;
  readOnly?: boolean;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-label font-medium text-ink-2">
        {reasonFieldTexts.reason}
        {optional ? <span className="font-normal text-ink-3">{reasonFieldTexts.optional}</span> : null}
      </label>
      <Textarea
        id={id}
        rows={2}
        maxLength={500}
        value={kept.text}
        readOnly={readOnly}
        onChange={(event) => kept.type(event.target.value)}
      />
      {kept.restored ? (
        <p role="status" className="text-label text-ink-2">
          {reasonFieldTexts.yourReasonWasRestored}
        </p>
      ) : null}
    </div>
  );
}
