"use client";

import clsx from "clsx";
import { FolderUp, Upload } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { type Dropped, fromChoice, fromDrop } from "./extension-drop.ts";
import { extensionDropZoneTexts } from "./extension-messages.ts";

/** Accepts zips and folders, dropped or chosen. */
export function ExtensionDropZone({
  disabledReason,
  onDropped,
}: {
  disabledReason: string | undefined;
  onDropped: (dropped: readonly Dropped[]) => void;
}) {
  const zips = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const blocked = disabledReason !== undefined;

  // A drop next to the zone would navigate the browser to the file.
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes(extensionDropZoneTexts.files) !== true)
        return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);

  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!blocked) onDropped(await fromDrop(event.dataTransfer));
  };
  const choose = (input: HTMLInputElement) => {
    onDropped(fromChoice([...(input.files ?? [])]));
    input.value = "";
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way beside the two buttons
    <div
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = blocked ? "none" : "copy";
        setOver(!blocked);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Moving into a child element also fires dragleave.
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      }}
      onDrop={(event) => void drop(event)}
      className={clsx(
        "grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center",
        over ? "border-accent bg-selected" : "border-line-control",
      )}
    >
      <p className="text-ink-2">{extensionDropZoneTexts.dropExtensionsHere}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button disabledReason={disabledReason} onClick={() => zips.current?.click()}>
          <Upload aria-hidden="true" />
          {extensionDropZoneTexts.chooseZipFiles}
        </Button>
        <Button disabledReason={disabledReason} onClick={() => folder.current?.click()}>
          <FolderUp aria-hidden="true" />
          {extensionDropZoneTexts.chooseFolder}
        </Button>
      </div>
      <input
        ref={zips}
        type="file"
        multiple
        hidden
        accept=".zip,application/zip"
        aria-label={extensionDropZoneTexts.zipArchivesOfExtensions}
        onChange={(event) => choose(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label={extensionDropZoneTexts.folderOfAnExtension}
        onChange={(event) => choose(event.currentTarget)}
      />
    </div>
  );
}
