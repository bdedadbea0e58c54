"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecorderNoteFacts } from "@/components/layout/recorder-note";
import { paces } from "@/lib/paces";
import { recorderQueries } from "@/lib/queries/recorder";

const refetchInterval = paces.refresh.calmMs;

/** What the top bar has to say of the recorder; undefined while all is as it should be, or nothing is known. */
export function useRecorderNote(): RecorderNoteFacts | undefined {
  const { data } = useQuery({ ...recorderQueries.state(), refetchInterval });
  const recorder = data?.data;
  return useMemo(() => {
    if (recorder === undefined || recorder.status === "recording") return undefined;
    return { state: recorder.status, sinceMs: recorder.since_ms ?? undefined };
  }, [recorder]);
}
