"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { LockedPane } from "@/components/log-pane/use-time-lock";

/** The moment that all time-locked views show. `isOwn`: this one moved there. */
export interface Moment {
  readonly atMs: number;
  /** Height in the window at which another view shows it, if that is known. */
  readonly screenY: number | undefined;
  readonly isOwn: boolean;
}

/**
 * The moment of a time lock in this pane's time (its shift is added), undefined while there is none; `lead` moves the other
 * views to a moment of this one.
 */
export function useMoment(locked: LockedPane | undefined): {
  readonly moment: Moment | undefined;
  readonly lead: (atMs: number | undefined, screenY: number | undefined) => void;
  /** This view returns to live. */
  readonly release: () => void;
} {
  const [me] = useState(() => ({}));
  const [shared, setShared] = useState<Moment>();
  const { lock, skewMs = 0 } = locked ?? {};
  const moment = useMemo(() => shared && { ...shared, atMs: shared.atMs + skewMs }, [shared, skewMs]);

  useEffect(() => {
    if (lock === undefined) return;
    const leave = lock.join(me, (atMs, screenY) =>
      setShared(atMs === undefined ? undefined : { atMs, screenY, isOwn: false }),
    );
    return () => {
      leave();
      setShared(undefined);
    };
  }, [lock, me]);

  const lead = useCallback(
    (atMs: number | undefined, screenY: number | undefined) => {
      if (lock === undefined || atMs === undefined) return;
      setShared({ atMs: atMs - skewMs, screenY, isOwn: true });
      lock.move(me, atMs - skewMs, screenY);
    },
    [lock, me, skewMs],
  );
  const release = useCallback(() => {
    setShared(undefined);
    lock?.release(me);
  }, [lock, me]);
  return { moment, lead, release };
}
