"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { isOff } from "@/lib/bff/evidence";
import { paths } from "@/lib/paths";
import { evidenceQueries } from "@/lib/queries/evidence";

/** Says that no logs are stored, and where that is changed; nothing where they are. */
export function StoredLogsNotice() {
  const state = useQuery(evidenceQueries.state()).data?.data;
  if (state === undefined || !isOff(state.settings, "logs")) return null;
  return (
    <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">
      Logs are not stored. Only reasons, payloads and outputs are searched
      {state.stored.lines > 0 ? ", and logs stored earlier" : ""}. Change it in{" "}
      <Link href={`${paths.settings()}#evidence`} className="underline">
        Settings
      </Link>{" "}
      or by <code className="font-mono">KEEP_LOGS</code>.
    </p>
  );
}
