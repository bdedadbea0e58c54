"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { Menu, MenuItem } from "@/components/ui/menu";
import { newFileTexts } from "./file-messages.ts";

const NewFileDialog = dynamic(
  loadPart(() => import("./new-file-dialog.tsx").then((module) => module.NewFileDialog)),
  { ssr: false },
);

/** Creates a file or a folder in a folder of a session. */
export function NewFileMenu({
  id,
  folder,
  onCreated,
}: {
  id: string;
  folder: string;
  onCreated: (name: string) => void;
}) {
  const [making, setMaking] = useState<"file" | "folder">();
  const reasons = {
    file: useActReason("writeFile", newFileTexts.createFiles),
    folder: useActReason("createDirectory", newFileTexts.createFolders),
  };
  const isNever = reasons.file !== undefined && reasons.folder !== undefined;
  const trigger = (
    <Button disabledReason={isNever ? reasons.file : undefined}>
      <Plus aria-hidden="true" />
      {newFileTexts.new}
    </Button>
  );
  return (
    <>
      {isNever ? (
        trigger
      ) : (
        <Menu trigger={trigger}>
          <MenuItem disabledReason={reasons.file} onSelect={() => setMaking("file")}>
            {newFileTexts.newFile}
          </MenuItem>
          <MenuItem disabledReason={reasons.folder} onSelect={() => setMaking("folder")}>
            {newFileTexts.newFolder}
          </MenuItem>
        </Menu>
      )}
      {making === undefined ? null : (
        <NewFileDialog
          id={id}
          kind={making}
          folder={folder}
          onCreated={onCreated}
          onClose={() => setMaking(undefined)}
        />
      )}
    </>
  );
}
