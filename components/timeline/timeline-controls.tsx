"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { LiveButton } from "@/components/layout/live-button";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { loadPart } from "@/components/ui/load-part";
import { saveFile } from "@/components/ui/save-file";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { notify } from "@/components/ui/toast";
import { withBasePath } from "@/lib/bff/base-path";
import { periodOptions } from "@/lib/charts/periods";
import type { TimeRange } from "@/lib/charts/time-range";
import { readFailure } from "@/lib/format/error-message";
import { paths } from "@/lib/paths";
import { presentMs } from "@/lib/present";
import { timelineMutations } from "@/lib/queries/timeline";
import { type Preset, presets } from "./time-range.ts";
import { timelineControlsTexts } from "./timeline-messages.ts";
import { addressOf } from "./timeline-search-params.ts";

const AnnotationDialog = dynamic(
  loadPart(() => import("./annotation-dialog.tsx").then((module) => module.AnnotationDialog)),
  {
    ssr: false,
  },
);

const presetOptions = periodOptions(presets);
const chosenOption = { value: "chosen", label: timelineControlsTexts.selectedRange } as const;

/** Range, live toggle, and actions of the timeline. */
export function TimelineControls({
  range,
  brush,
  preset,
  live,
  onPreset,
  onLive,
  onWider,
}: {
  /** Undefined until the first response. */
  range: TimeRange | undefined;
  brush: TimeRange | undefined;
  /** Undefined: a custom range. */
  preset: Preset | undefined;
  live: boolean;
  onPreset: (preset: Preset) => void;
  onLive: (live: boolean) => void;
  onWider: () => void;
}) {
  const [annotationAtMs, setAnnotationAtMs] = useState<number>();
  const refusal = useRoleReason("operator");
  const file = useTimelineExport();
  const unread = range === undefined ? timelineControlsTexts.theTimelineIsLoading : undefined;
  const blocked = refusal ?? unread;
  const addMark = () => setAnnotationAtMs(brush?.fromMs ?? Math.min(presentMs(), range?.toMs ?? presentMs()));
  const exportRange = () => (range === undefined ? undefined : file.save(brush ?? range));
  usePaletteActions([
    { id: "add-mark", label: timelineControlsTexts.addMark, run: addMark, blocked },
    { id: "export-timeline", label: timelineControlsTexts.exportTimeline, run: exportRange, blocked },
  ]);
  return (
    <>
      <LiveButton live={live} onChange={onLive} />
      <Select
        label={timelineControlsTexts.range}
        className="!w-36"
        value={preset ?? chosenOption.value}
        onValueChange={(next: Preset | "chosen") => (next === "chosen" ? undefined : onPreset(next))}
        options={preset === undefined ? [chosenOption, ...presetOptions] : presetOptions}
      />
      <Button disabledReason={unread} onClick={onWider}>
        {timelineControlsTexts.wider}
      </Button>
      <Button disabledReason={blocked} onClick={addMark}>
        {timelineControlsTexts.addMark}
      </Button>
      <Button disabledReason={blocked} pending={file.pending} onClick={exportRange}>
        {brush === undefined ? timelineControlsTexts.export : timelineControlsTexts.exportSelection}
      </Button>
      {range === undefined ? null : (
        <CopyButton
          label={timelineControlsTexts.copyLinkToThisRange}
          text={window.location.origin + withBasePath(paths.timeline(addressOf(range, brush)))}
        />
      )}
      {annotationAtMs === undefined ? null : (
        <AnnotationDialog
          key={annotationAtMs}
          atMs={annotationAtMs}
          onClose={() => setAnnotationAtMs(undefined)}
        />
      )}
    </>
  );
}

/** Saves a range as one file: the server returns the redacted data, the page renders the file. */
function useTimelineExport() {
  const { zone } = useTimeZone();
  const exportRange = useMutation(timelineMutations.export());
  const save = async (range: TimeRange) => {
    try {
      const [exported, { exportHtml, exportFileName }] = await Promise.all([
        exportRange.mutateAsync(range),
        import("./export-html.ts"),
      ]);
      if (exported === undefined) throw new Error(timelineControlsTexts.dashboardReturnedNoData);
      const name = exportFileName(exported);
      saveFile(new Blob([exportHtml(exported, zone)], { type: "text/html" }), name);
      notify.done(
        timelineControlsTexts.timelineExported,
        timelineControlsTexts.withoutPayloadsAndCredentials(name),
      );
    } catch (error) {
      notify.failed(timelineControlsTexts.theTimelineWasNotExported, readFailure(error).message);
    }
  };
  return { pending: exportRange.isPending, save: (range: TimeRange) => void save(range) };
}
