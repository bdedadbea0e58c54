"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { createTimeLock, type TimeLock } from "@/lib/live/time-lock";

const SessionTime = createContext<TimeLock | undefined>(undefined);

/** Ties what shows one session's time together: log panes, the video of a recording, the exits of its processes. */
export function SessionTimeProvider({ children }: { children: ReactNode }) {
  const [lock] = useState(createTimeLock);
  return <SessionTime value={lock}>{children}</SessionTime>;
}

/** The session's time lock; one of its own for what stands outside of a provider. */
export function useSessionTime(): TimeLock {
  const [alone] = useState(createTimeLock);
  return useContext(SessionTime) ?? alone;
}
