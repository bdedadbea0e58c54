"use client";

import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { formatBytes } from "@/lib/format/numbers";
import { type DownloadProgress, download } from "@/lib/queries/download";
import { profileDownloadUrl } from "@/lib/queries/profiles";
import { inspectProfileTexts } from "./profile-on-demand-messages.ts";
import { isTooLarge, readState, tooLargeMessage } from "./read-state.ts";
import type { StateCounts } from "./state-counts.ts";
import { StateCountsView } from "./state-counts-view.tsx";
import { TransferProgress } from "./transfer-progress.tsx";

type Stage =
  | { kind: "asking"; progress: DownloadProgress | undefined; reading: boolean }
  | { kind: "counted"; counts: StateCounts; sizeBytes: number };

/**
 * Downloads a saved state into memory, counts it there and discards it. Requires the same role and reason as
 * a download.
 */
export function InspectProfile({
  idOrName,
  name,
  onClose,
}: {
  idOrName: string;
  name: string;
  onClose: () => void;
}) {
  const [stage, setStage] = useState<Stage>({ kind: "asking", progress: undefined, reading: false });
  const running = useRef<AbortController>(undefined);
  // The dialog closes once the work is done; its result must stay.
  const counted = useRef(false);

  const inspect = async (reason: string) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      const { blob } = await download(profileDownloadUrl(idOrName), {
        reason: inspectProfileTexts.inspect(reason),
        fallbackName: "profile.json",
        onProgress: (progress) => {
          if (isTooLarge(progress)) controller.abort(new Error(tooLargeMessage));
          else setStage({ kind: "asking", progress, reading: false });
        },
        signal,
      });
      setStage({
        kind: "asking",
        progress: { receivedBytes: blob.size, totalBytes: blob.size },
        reading: true,
      });
      const counts = await readState(blob, signal);
      counted.current = true;
      setStage({ kind: "counted", counts, sizeBytes: blob.size });
    } catch (error) {
      setStage({ kind: "asking", progress: undefined, reading: false });
      // An abort without an error as its reason came from the operator.
      if (signal.reason instanceof Error && signal.reason.name !== "AbortError") throw signal.reason;
      throw signal.aborted ? new Error(inspectProfileTexts.stopped) : error;
    }
  };

  if (stage.kind === "counted")
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title={inspectProfileTexts.contentsOfProfile(name)}
        description={inspectProfileTexts.countsOnly(formatBytes(stage.sizeBytes))}
        width="lg"
      >
        <StateCountsView counts={stage.counts} />
      </Dialog>
    );
  const { progress, reading } = stage;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open || counted.current ? undefined : onClose())}
      title={inspectProfileTexts.inspectProfile(name)}
      effect={inspectProfileTexts.downloadsSavedStateIntoPage}
      confirmLabel={inspectProfileTexts.inspectLabel}
      tone="primary"
      reason="required"
      draft={`inspect-profile-${idOrName}`}
      onConfirm={inspect}
    >
      {progress === undefined ? null : (
        <TransferProgress progress={progress} counting={reading} onStop={() => running.current?.abort()} />
      )}
    </ConfirmDialog>
  );
}
