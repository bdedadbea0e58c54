"use client";

import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { saveFile } from "@/components/ui/save-file";
import { useTimeZone } from "@/components/ui/time-zone";
import { notify } from "@/components/ui/toast";
import { type ActExport, actExportLimit } from "@/lib/bff/audit";
import { readFailure } from "@/lib/format/error-message";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { actExportUrl } from "@/lib/queries/audit";
import { download } from "@/lib/queries/download";
import { exportActsMenuTexts } from "./audit-messages.ts";
import type { AuditFilterValues } from "./audit-search-params.ts";

/** Saves all acts that match the filters as a file. */
export function ExportActsMenu({ filters }: { filters: AuditFilterValues }) {
  const { zone } = useTimeZone();
  const [pending, setPending] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (format: ActExport["format"]) => {
    const controller = new AbortController();
    running.current = controller;
    setPending(true);
    try {
      const { blob, fileName } = await download(actExportUrl({ ...filters, format, zone }), {
        fallbackName: `audit.${format}`,
        signal: controller.signal,
      });
      saveFile(blob, fileName);
      notify.done(exportActsMenuTexts.auditExported, `${fileName} · ${formatBytes(blob.size)}`);
    } catch (error) {
      if (!controller.signal.aborted)
        notify.failed(exportActsMenuTexts.auditNotExported, readFailure(error).message);
    } finally {
      setPending(false);
    }
  };
  const blocked = pending ? exportActsMenuTexts.alreadyExporting : undefined;
  usePaletteActions([
    { id: "export-audit-csv", label: exportActsMenuTexts.exportCsv, run: () => void save("csv"), blocked },
    { id: "export-audit-json", label: exportActsMenuTexts.exportJson, run: () => void save("json"), blocked },
  ]);
  return (
    <Menu
      trigger={
        <Button pending={pending}>
          <Download aria-hidden="true" />
          {exportActsMenuTexts.export}
        </Button>
      }
    >
      <MenuLabel>{exportActsMenuTexts.allMatchesUpTo(formatCount(actExportLimit), zone)}</MenuLabel>
      <MenuItem onSelect={() => void save("csv")}>{exportActsMenuTexts.csvForSpreadsheets}</MenuItem>
      <MenuItem onSelect={() => void save("json")}>{exportActsMenuTexts.jsonForPrograms}</MenuItem>
    </Menu>
  );
}
