"use client";

import { useCallback, useMemo } from "react";
import * as z from "zod/mini";
import { usePreference } from "@/components/ui/preferences";

/** What an operator keeps about processes: the memory limits they set, and the ids that logs have named to them, which
 *  a log that overflows says only once. */
const memory = z.object({
  /** Bytes, by the process's name, or by its id where it has none. */
  limits: z.record(z.string(), z.number().check(z.positive())),
  seen: z.array(z.object({ session: z.string(), name: z.string(), processId: z.guid() })),
});
type Memory = z.infer<typeof memory>;

const mostSeen = 100;
const mostLimits = 50;
const nothing: Memory = { limits: {}, seen: [] };

function readMemory(text: string | undefined): Memory {
  try {
    return memory.safeParse(JSON.parse(text ?? "null")).data ?? nothing;
  } catch {
    // An older version, or somebody else, wrote what is no JSON.
    return nothing;
  }
}

export interface ProcessMemory extends Memory {
  /** Sets or, with undefined, removes the limit of a process. */
  readonly setLimit: (key: string, limitBytes: number | undefined) => void;
  /** Remembers that a session's log has named a process. */
  readonly remember: (session: string, name: string, processId: string) => void;
}

export function useProcessMemory(): ProcessMemory {
  const [text, write, read] = usePreference("processes");
  const kept = useMemo(() => readMemory(text), [text]);
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
        JSON.stringify({ ...now, seen: [...now.seen.slice(1 - mostSeen), { session, name, processId }] }),
      );
    },
    [read, write],
  );
  return { ...kept, setLimit, remember };
}
