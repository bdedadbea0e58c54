"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { nameFont } from "@/components/log-pane/name-font";
import { MenuItem, MenuLabel } from "@/components/ui/menu";
import { parseLogTopic } from "@/lib/bff/live";
import { telemetryViews } from "@/lib/bff/telemetry-view";
import { browserQueries } from "@/lib/queries/browsers";
import { fileQueries } from "@/lib/queries/files";
import { storedLogQueries } from "@/lib/queries/stored-logs";
import {
  chromiumLog,
  logKinds,
  logName,
  type Pane,
  type PaneContent,
  type PaneLayout,
  paneOf,
  panesOf,
} from "../panes/pane-layout.ts";
import { suggestedPaths, suggestedProcesses } from "../panes/pane-source-form.tsx";
import { useNamedProcesses } from "../processes/use-named-processes.ts";
import { knownLogsTexts } from "./workbench-on-demand-messages.ts";

/** At most so many stored logs are offered, and so many files; the dialog takes any. */
const maxStored = 12;
/** Where programs of a browser's instance write their logs. */
const logFolder = "/var/log/app";

/**
 * The logs that a session is known to have and that no pane shows: its browser's views, what is stored of it, and while it
 * is live its named processes and the files of its logs, or the usual ones where none is known.
 */
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
  const live = useLiveLogs(session);
  const offered = new Map([chromiumLog, ...storedLogs, ...live, ...views].map((log) => [keyOf(log), log]));
  const logs = [...offered].filter(([key]) => !open.has(key));
  if (logs.length === 0) return null;
  return (
    <>
      <MenuLabel>{knownLogsTexts.knownLogs}</MenuLabel>
      {logs.map(([key, log]) => (
        <MenuItem key={key} hint={logKinds[log.source]} onSelect={() => onAdd(paneOf(log))}>
          <span className={clsx("max-w-64 truncate text-label", nameFont(logName(log)))}>{logName(log)}</span>
        </MenuItem>
      ))}
    </>
  );
}

/** The logs of a live session; empty for one that has ended, or is not known. */
function useLiveLogs(session: string): readonly PaneContent[] {
  const { data } = useQuery(browserQueries.detail(session));
  const isLive = data !== undefined && !data.data.deleted_at;
  const files = useQuery({ ...fileQueries.list(session, logFolder), enabled: isLive, retry: false });
  const named = useNamedProcesses(session).map(({ name }) => name);
  if (!isLive) return [];
  const found = files.data?.items.flatMap((file) => (file.is_dir ? [] : [file.path])) ?? [];
  const paths = found.length > 0 ? found.slice(0, maxStored) : files.isPending ? [] : suggestedPaths;
  return [
    ...(named.length > 0 ? named : suggestedProcesses).map(
      (process): PaneContent => ({ source: "supervisor", process }),
    ),
    ...paths.map((path): PaneContent => ({ source: "path", path })),
  ];
}
