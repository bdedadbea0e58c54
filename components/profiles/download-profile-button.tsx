"use client";

import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { saveFile } from "@/components/ui/save-file";
import { notify } from "@/components/ui/toast";
import { formatBytes } from "@/lib/format/numbers";
import { type DownloadProgress, download as downloadFile } from "@/lib/queries/download";
import { profileDownloadUrl } from "@/lib/queries/profiles";
import { downloadProfileButtonTexts } from "./profile-messages.ts";
import { TransferProgress } from "./transfer-progress.tsx";

/** Downloads a profile's saved state after a warning about its content and a reason. */
export function DownloadProfileButton({
  idOrName,
  name,
  size = "sm",
}: {
  idOrName: string;
  name: string;
  size?: "sm" | "md";
}) {
  const [open, setOpen] = useState(false);
  const [progress, setProgress] = useState<DownloadProgress>();
  const running = useRef<AbortController>(undefined);
  const disabledReason = useRoleReason("operator");

  const download = async (reason: string) => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ receivedBytes: 0, totalBytes: undefined });
    try {
      const { blob, fileName } = await downloadFile(profileDownloadUrl(idOrName), {
        reason,
        fallbackName: "profile.json",
        onProgress: setProgress,
        signal: controller.signal,
      });
      saveFile(blob, fileName);
      notify.done(downloadProfileButtonTexts.downloaded(name), `${fileName} · ${formatBytes(blob.size)}`);
    } catch (error) {
      if (controller.signal.aborted) throw new Error(downloadProfileButtonTexts.downloadStopped);
      throw error;
    } finally {
      setProgress(undefined);
    }
  };

  return (
    <>
      <Button
        size={size}
        disabledReason={disabledReason}
        aria-label={downloadProfileButtonTexts.download(name)}
        className="row-act pointer-coarse:h-9 pointer-coarse:px-3"
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden="true" />
        {downloadProfileButtonTexts.downloadLabel}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={downloadProfileButtonTexts.downloadProfile(name)}
        effect={downloadProfileButtonTexts.fileContainsSignIns}
        confirmLabel={downloadProfileButtonTexts.downloadLabel}
        tone="primary"
        reason="required"
        draft={`download-profile-${idOrName}`}
        onConfirm={download}
      >
        {progress === undefined ? null : (
          <TransferProgress progress={progress} onStop={() => running.current?.abort()} />
        )}
      </ConfirmDialog>
    </>
  );
}
