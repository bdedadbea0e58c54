"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { notify } from "@/components/ui/toast";
import { readFailure } from "@/lib/format/error-message";
import { formatBytes } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paces } from "@/lib/paces";
import { download } from "@/lib/queries/download";
import { pictureQueries } from "@/lib/queries/pictures";
import { evidenceUrl, storedLogQueries } from "@/lib/queries/stored-logs";
import { exportEvidenceTexts } from "./stored-log-messages.ts";

/** Saves what is stored of a session as a zip archive; nothing where nothing is stored. */
export function ExportEvidence({ id, ended }: { id: string; ended: boolean }) {
  // The first log is stored shortly after the session began.
  const refetchInterval = ended ? false : paces.refresh.recordedMs;
  const logs = useQuery({
    ...storedLogQueries.ofSession(id),
    refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) > 0 ? false : refetchInterval),
  });
  const pictures = useQuery({
    ...pictureQueries.last(id),
    enabled: logs.data?.items.length === 0,
    refetchInterval,
  });
  const roleReason = useRoleReason("operator", exportEvidenceTexts.needsOperatorRole);
  const [isRunning, setRunning] = useState(false);
  const isEmpty = [logs, pictures].every(({ data }) => (data?.items.length ?? 0) === 0);

  const save = async () => {
    setRunning(true);
    try {
      const { blob, fileName } = await download(evidenceUrl(id), {
        fallbackName: "evidence.zip",
        // It goes on when the operator leaves the page.
        signal: new AbortController().signal,
      });
      saveFile(blob, fileName);
      notify.done(exportEvidenceTexts.browserExported, `${fileName} · ${formatBytes(blob.size)}`);
    } catch (error) {
      const { message, code, requestId } = readFailure(error);
      notify.failed(
        exportEvidenceTexts.browserWasNotExported(shortId(id)),
        [message, code, requestId].filter(Boolean).join(" · "),
      );
    } finally {
      setRunning(false);
    }
  };

  usePaletteAct(
    "export-browser",
    exportEvidenceTexts.exportBrowser,
    () => void save(),
    isEmpty ? exportEvidenceTexts.nothingIsStored : roleReason,
  );
  if (isEmpty) return null;
  return (
    <Button
      disabledReason={roleReason}
      hint={exportEvidenceTexts.exportHint}
      pending={isRunning}
      onClick={() => void save()}
    >
      <Download aria-hidden="true" />
      {exportEvidenceTexts.export}
    </Button>
  );
}
