"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { createTimeLock, type TimeLock } from "@/lib/live/time-lock";

const SessionTime = createContext<TimeLock | undefined>(undefined);

/** Provides one time lock for all views of a session's time: log panes, replay video, process exits. */
export function SessionTimeProvider({ children }: { children: ReactNode }) {
  const [lock] = useState(createTimeLock);
  return <SessionTime value={lock}>{children}</SessionTime>;
}

/** The session's time lock; a separate one outside of a provider. */
export function useSessionTime(): TimeLock {
  const [alone] = useState(createTimeLock);
  return useContext(SessionTime) ?? alone;
}
