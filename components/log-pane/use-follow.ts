"use client";

import { useCallback, useState } from "react";
import type { LogStore } from "@/lib/live/log-store";

/** Where a paused pane stopped: rows from `endRow` on wait. */
interface Stop {
  readonly endRow: number;
  readonly addedLines: number;
}

export interface Follow {
  readonly following: boolean;
  /** Rows from here on are not shown. */
  readonly endRow: number;
  /** Number of waiting lines. */
  readonly countWaiting: () => number;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Called at the last row shown: appends waiting rows, or resumes following when there are none. */
  readonly readOn: () => void;
}

/** Following or paused. A paused pane holds still: new rows wait behind its last one. */
export function useFollow(store: LogStore): Follow {
  const [stop, setStop] = useState<Stop>();
  const stopHere = useCallback(
    () => setStop({ endRow: store.endRow, addedLines: store.addedLines }),
    [store],
  );
  const resume = useCallback(() => setStop(undefined), []);
  const readOn = useCallback(
    () =>
      setStop((at) =>
        at === undefined || at.endRow >= store.endRow
          ? undefined
          : { endRow: store.endRow, addedLines: store.addedLines },
      ),
    [store],
  );
  return {
    following: stop === undefined,
    endRow: stop?.endRow ?? Number.POSITIVE_INFINITY,
    countWaiting: () => (stop === undefined ? 0 : store.addedLines - stop.addedLines),
    pause: stopHere,
    resume,
    readOn,
  };
}
