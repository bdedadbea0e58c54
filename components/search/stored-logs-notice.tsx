"use client";

import { useQuery } from "@tanstack/react-query";
import { evidenceQueries } from "@/lib/queries/evidence";

/** Says that no logs are stored, and where that is changed; nothing where they are. */
export function StoredLogsNotice() {
  const state = useQuery(evidenceQueries.state()).data?.data;
  if (state?.settings.logs !== "off") return null;
  return (
    <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">
      Logs are not stored, so only reasons, payloads and outputs are searched
      {state.stored.lines > 0 ? ", and lines stored before" : ""}. Set{" "}
      <code className="font-mono">KEEP_LOGS</code> to <code className="font-mono">all</code> or{" "}
      <code className="font-mono">failed</code> and restart the dashboard.
    </p>
  );
}
