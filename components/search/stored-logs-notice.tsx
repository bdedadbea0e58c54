"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { isOff } from "@/lib/bff/evidence";
import { paths } from "@/lib/paths";
import { evidenceQueries } from "@/lib/queries/evidence";
import { storedLogsNoticeTexts } from "./search-messages.ts";

/** Says that no logs are stored, and where that is changed; nothing where they are. */
export function StoredLogsNotice() {
  const state = useQuery(evidenceQueries.state()).data?.data;
  if (state === undefined || !isOff(state.settings, "logs")) return null;
  return (
    <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">
      {storedLogsNoticeTexts.logsNotStored(state.stored.lines, !isOff(state.settings, "network"))}
      <Link href={`${paths.settings()}#evidence`} className="underline">
        {storedLogsNoticeTexts.settings}
      </Link>
      {storedLogsNoticeTexts.orBy}
      <code className="font-mono">{storedLogsNoticeTexts.keepLogs}</code>.
    </p>
  );
}
