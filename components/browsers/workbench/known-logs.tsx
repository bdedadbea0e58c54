"use client";

import { useQuery } from "@tanstack/react-query";
import { MenuItem, MenuLabel } from "@/components/ui/menu";
import { parseLogTopic } from "@/lib/bff/live";
import { telemetryViews } from "@/lib/bff/telemetry-view";
import { storedLogQueries } from "@/lib/queries/stored-logs";
import {
  chromiumLog,
  logName,
  type Pane,
  type PaneContent,
  type PaneLayout,
  paneOf,
  panesOf,
} from "../panes/pane-layout.ts";
import { knownLogsTexts } from "./workbench-on-demand-messages.ts";

/** At most so many stored logs are offered; the dialog takes any. */
const maxStored = 12;

const kindOf = { supervisor: "process", path: "file", telemetry: "browser" } as const;

/** The logs that a session is known to have and that no pane shows: its browser's views, and what is stored of it. */
export function KnownLogs({
  session,
  layout,
  onAdd,
}: {
  session: string;
  layout: PaneLayout;
  onAdd: (pane: Pane) => void;
}) {
  const stored = useQuery(storedLogQueries.ofSession(session)).data?.items ?? [];
  const storedLogs = stored.slice(0, maxStored).flatMap(({ topic }): PaneContent[] => {
    const parts = parseLogTopic(topic);
    if (parts === undefined || !("log" in parts) || parts.log.source === "telemetry") return [];
    return [parts.log];
  });
  const views = telemetryViews.map((view): PaneContent => ({ source: "telemetry", view }));
  const keyOf = (log: PaneContent) => JSON.stringify(log);
  const open = new Set(
    panesOf(layout).flatMap(({ sources }) =>
      sources.flatMap((source) => (source.session === undefined ? [keyOf(source.log)] : [])),
    ),
  );
  const offered = new Map([chromiumLog, ...storedLogs, ...views].map((log) => [keyOf(log), log]));
  const logs = [...offered].filter(([key]) => !open.has(key));
  if (logs.length === 0) return null;
  return (
    <>
      <MenuLabel>{knownLogsTexts.knownLogs}</MenuLabel>
      {logs.map(([key, log]) => (
        <MenuItem key={key} hint={kindOf[log.source]} onSelect={() => onAdd(paneOf(log))}>
          <span className="max-w-64 truncate font-mono text-label">{logName(log)}</span>
        </MenuItem>
      ))}
    </>
  );
}
