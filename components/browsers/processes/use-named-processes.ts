"use client";

import { useEffect, useMemo, useState } from "react";
import { useLiveClient } from "@/components/layout/live-connection";
import { logTopic } from "@/lib/bff/live";
import { openLogFeed } from "@/lib/live/log-feed";
import { type NamedProcess, withLogLine } from "@/lib/live/supervisor-line";
import { useProcessMemory } from "./process-memory.ts";

/** The supervised process that every session has. */
const defaultProcess = "chromium";

/** The processes named in a session's log, now or earlier for this operator, oldest first. */
export function useNamedProcesses(id: string): readonly NamedProcess[] {
  const client = useLiveClient();
  const { seen, remember } = useProcessMemory();
  const [named, setNamed] = useState<{ id: string; processes: readonly NamedProcess[] }>();
  useEffect(() => {
    const topic = logTopic({ sessionId: id, log: { source: "supervisor", process: defaultProcess } });
    let processes: readonly NamedProcess[] = [];
    let epoch: string | undefined;
    return openLogFeed(client, topic).subscribe((event) => {
      if (event.kind !== "lines") return;
      // A new epoch replays the log from its beginning, with all starts and exits.
      if (event.epoch !== epoch) processes = [];
      epoch = event.epoch;
      const after = event.lines.reduce(withLogLine, processes);
      if (after === processes) return;
      processes = after;
      setNamed({ id, processes });
      for (const { name, processId } of processes) remember(id, name, processId);
    });
  }, [client, id, remember]);
  return useMemo(() => {
    const found = named?.id === id ? named.processes : [];
    const before = seen
      .filter(
        ({ session, processId }) => session === id && !found.some((each) => each.processId === processId),
      )
      .map(({ name, processId }) => ({ name, processId, exitedAtMs: undefined, signal: undefined }));
    return [...before, ...found];
  }, [seen, named, id]);
}
