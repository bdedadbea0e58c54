"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import { readFailure } from "@/lib/format/error-message";
import { type ReplayId, replayQueries, replayVideoUrl } from "@/lib/queries/replays";
import { recordingName, replayDownloadTexts } from "./replay-messages.ts";

/** Downloads a recording's video. A request checks it first, so that an error is shown here instead of
 *  saved as a file. */
export function ReplayDownload({ replay }: { replay: ReplayId }) {
  const [pending, setPending] = useState(false);
  const client = useQueryClient();
  const role = useRoleReason("operator");
  const name = recordingName(replay.replayId);
  const save = async () => {
    setPending(true);
    try {
      const video = await client.fetchQuery({ ...replayQueries.video(replay), staleTime: 0 });
      if (video.state === "recording")
        notify.note(
          replayDownloadTexts.recordingNotFinished,
          replayDownloadTexts.stopFirstThenDownloadIt(name),
        );
      else follow(replayVideoUrl(replay));
    } catch (error) {
      notify.failed(replayDownloadTexts.wasNotDownloaded(name), readFailure(error).message);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      variant="ghost"
      pending={pending}
      disabledReason={role}
      aria-label={replayDownloadTexts.download(name)}
      onClick={() => void save()}
    >
      <Download aria-hidden="true" />
      {replayDownloadTexts.downloadLabel}
    </Button>
  );
}

/** The browser streams it to disk; the response names the file. */
function follow(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
