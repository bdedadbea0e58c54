"use client";

import { useCallback, useMemo } from "react";
import * as z from "zod/mini";
import { usePreference } from "@/components/ui/preferences";
import { parseStored } from "@/lib/format/parse-stored";

/** Stored per operator: memory limits, and process ids found in logs. A log names an id once and may drop
 *  that line when it overflows. */
const memory = z.object({
  /** Bytes, by the process's name, or by its id if it has none. */
  limits: z.record(z.string(), z.number().check(z.positive())),
  seen: z.array(z.object({ session: z.string(), name: z.string(), processId: z.guid() })),
});
type Memory = z.infer<typeof memory>;

const maxObserved = 100;
const mostLimits = 50;
const nothing: Memory = { limits: {}, seen: [] };

const readMemory = (text: string | undefined): Memory => parseStored(memory, text) ?? nothing;

export interface ProcessMemory extends Memory {
  /** Sets the limit of a process; undefined removes it. */
  readonly setLimit: (key: string, limitBytes: number | undefined) => void;
  /** Stores that a session's log names a process. */
  readonly remember: (session: string, name: string, processId: string) => void;
}

export function useProcessMemory(): ProcessMemory {
  const [text, write, read] = usePreference("processes");
  const stored = useMemo(() => readMemory(text), [text]);
  const setLimit = useCallback(
    (key: string, limitBytes: number | undefined) => {
      const now = readMemory(read());
      const { [key]: _, ...others } = now.limits;
      const newest = Object.fromEntries(Object.entries(others).slice(1 - mostLimits));
      const limits = limitBytes === undefined ? others : { ...newest, [key]: limitBytes };
      write(JSON.stringify({ ...now, limits }));
    },
    [read, write],
  );
  const remember = useCallback(
    (session: string, name: string, processId: string) => {
      const now = readMemory(read());
      if (now.seen.some((each) => each.session === session && each.processId === processId)) return;
      write(
        JSON.stringify({ ...now, seen: [...now.seen.slice(1 - maxObserved), { session, name, processId }] }),
      );
    },
    [read, write],
  );
  return { ...stored, setLimit, remember };
}
