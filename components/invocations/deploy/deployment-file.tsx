"use client";

import { Upload } from "lucide-react";
import { useRef } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { useFieldControl } from "@/components/ui/field";
import { formatBytes } from "@/lib/format/numbers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { deploymentFileTexts } from "./deploy-on-demand-messages.ts";

/** Chooses the file of a deployment, by a dialog or a drop. */
export function DeploymentFile({
  file,
  disabled,
  onChange,
}: {
  file: File | null;
  disabled: boolean;
  onChange: (file: File | null) => void;
}) {
  const control = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way beside the button
    <div
      className="relative flex min-w-0 items-center gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [dropped] = event.dataTransfer.files;
        if (dropped !== undefined && !disabled) onChange(dropped);
      }}
    >
      <input
        {...control}
        ref={input}
        type="file"
        disabled={disabled}
        accept=".zip,.ts,.mts,.js,.mjs,application/zip"
        className="peer sr-only"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          // A dialog that was cancelled changes nothing.
          if (chosen !== undefined) onChange(chosen);
          event.target.value = "";
        }}
      />
      <label
        htmlFor={control.id}
        className={`${buttonClass()} shrink-0 peer-focus-visible:outline-2 peer-focus-visible:outline-accent`}
      >
        <Upload aria-hidden="true" />
        {file === null ? deploymentFileTexts.chooseAFile : deploymentFileTexts.chooseAnother}
      </label>
      {file === null ? null : (
        <span className="min-w-0 truncate" title={visibleMarks(file.name)}>
          <span className="font-mono">{visibleMarks(file.name)}</span>{" "}
          <span className="text-ink-3">{formatBytes(file.size)}</span>
        </span>
      )}
    </div>
  );
}
