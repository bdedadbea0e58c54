"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecorderNoteState } from "@/components/layout/recorder-note";
import { failingParts, isByApi } from "@/lib/insight/recorder-failure";
import { paces } from "@/lib/paces";
import { recorderQueries } from "@/lib/queries/recorder";

const refetchInterval = paces.refresh.calmMs;

/** The recorder's problem for the top bar; undefined while there is none or its state is unknown. */
export function useRecorderNote(): RecorderNoteState | undefined {
  const { data } = useQuery({ ...recorderQueries.state(), refetchInterval });
  const recorder = data?.data;
  return useMemo(() => {
    if (recorder === undefined || recorder.status === "recording") return undefined;
    return {
      state: recorder.status,
      sinceMs: recorder.since_ms ?? undefined,
      isByApi: recorder.status === "failing" && failingParts(recorder).every(isByApi),
    };
  }, [recorder]);
}
