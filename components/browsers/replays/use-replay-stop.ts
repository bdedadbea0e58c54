"use client";

import { useIsMutating, useMutation } from "@tanstack/react-query";
import { notify } from "@/components/ui/toast";
import { actFailureMessage, readFailure } from "@/lib/format/error-message";
import { shortId } from "@/lib/format/short-id";
import { type ReplayId, replayMutations } from "@/lib/queries/replays";
import { replayStopActTexts } from "./replay-messages.ts";

/** State of stopping one recording, shared by all buttons of the page. */
export interface Stopping {
  /** Requested, and the video is not final yet. */
  readonly pending: boolean;
  readonly failure: string | undefined;
  readonly stop: () => void;
}

/** Stops a recording, with one request at a time, also if its row was unmounted meanwhile. */
export function useReplayStop(replay: ReplayId): Stopping {
  const options = replayMutations.stop(replay);
  const running = useIsMutating({ mutationKey: options.mutationKey, exact: true }) > 0;
  const { mutate, error } = useMutation({
    ...options,
    onSuccess: () =>
      notify.done(
        replayStopActTexts.recordingStopped,
        replayStopActTexts.isReadyToWatch(shortId(replay.replayId)),
      ),
  });
  const { status, message, isOutcomeUnknown } = readFailure(error);
  return {
    pending: running,
    failure:
      error === null
        ? undefined
        : status === 504
          ? replayStopActTexts.stopRequested
          : isOutcomeUnknown
            ? actFailureMessage(error)
            : replayStopActTexts.notStopped(message),
    stop: () => {
      if (running) return;
      mutate();
    },
  };
}
