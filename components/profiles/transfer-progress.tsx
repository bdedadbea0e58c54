import { Button } from "@/components/ui/button";
import { ProgressStatus } from "@/components/ui/progress-status";
import { formatBytes } from "@/lib/format/numbers";
import type { DownloadProgress } from "@/lib/queries/download";
import { transferProgressTexts } from "./profile-messages.ts";

/**
 * Progress of a transfer, with a stop button. `counting`: the transfer is complete, counting is in progress.
 */
export function TransferProgress({
  progress: { receivedBytes, totalBytes },
  counting = false,
  onStop,
}: {
  progress: DownloadProgress;
  counting?: boolean;
  onStop: () => void;
}) {
  const whole = totalBytes === undefined ? undefined : formatBytes(totalBytes);
  return (
    <p className="flex items-center gap-3 text-label text-ink-2">
      <span className="flex-1">
        <ProgressStatus
          text={
            counting
              ? transferProgressTexts.counting(formatBytes(receivedBytes))
              : transferProgressTexts.received(formatBytes(receivedBytes), whole)
          }
          share={totalBytes === undefined ? undefined : receivedBytes / totalBytes}
          stage={counting ? "counting" : "receiving"}
        />
      </span>
      <Button size="sm" onClick={onStop}>
        {transferProgressTexts.stop}
      </Button>
    </p>
  );
}
