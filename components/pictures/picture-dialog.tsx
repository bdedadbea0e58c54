"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogView } from "@/components/ui/dialog-view";
import type { Picture } from "@/lib/bff/pictures";
import { formatCount } from "@/lib/format/numbers";
import { PictureImage } from "./picture-image.tsx";
import { pictureDialogTexts } from "./picture-on-demand-messages.ts";
import { pictureName, reasonTexts } from "./picture-text.ts";

/** A picture in full size, with the ones before and after it. Arrow keys step. */
export function PictureDialog({
  pictures,
  at,
  onStep,
  onClose,
  onShowAt,
}: {
  pictures: readonly Picture[];
  /** Position of the shown picture. */
  at: number;
  onStep: (at: number) => void;
  onClose: () => void;
  onShowAt?: ((atMs: number) => void) | undefined;
}) {
  const formatTime = useLogTime();
  const picture = pictures[at];
  if (picture === undefined) return null;
  const step = (by: number) => {
    if (pictures[at + by] !== undefined) onStep(at + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
  };
  return (
    <DialogView
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      width="lg"
      title={
        <span className="tabular-nums">{pictureDialogTexts.pageAt(formatTime(picture.at_ms, "full"))}</span>
      }
      description={pictureDialogTexts.reasonAndPlace({
        reason: reasonTexts[picture.reason],
        place: formatCount(at + 1),
        pictures: formatCount(pictures.length),
      })}
      foot={
        onShowAt === undefined ? undefined : (
          <Button
            onClick={() => {
              onClose();
              onShowAt(picture.at_ms);
            }}
          >
            {pictureDialogTexts.showInLog}
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons in it */}
      <div className="grid gap-3" onKeyDown={onKeyDown}>
        <div className="flex items-center gap-2">
          <Button
            size="sm"
            onClick={() => step(-1)}
            disabledReason={at === 0 ? pictureDialogTexts.thisIsTheFirstPicture : undefined}
          >
            <ChevronLeft />
            {pictureDialogTexts.previous}
          </Button>
          <Button
            size="sm"
            onClick={() => step(1)}
            disabledReason={at === pictures.length - 1 ? pictureDialogTexts.thisIsTheLastPicture : undefined}
          >
            {pictureDialogTexts.next}
            <ChevronRight />
          </Button>
        </div>
        <PictureImage
          picture={picture}
          alt={pictureName(picture, formatTime)}
          className="h-auto max-h-[60dvh] w-full rounded-sm border border-line object-contain"
        />
        <p className="flex min-w-0 items-start gap-1 font-mono text-label">
          <span className="min-w-0 break-all">{picture.url}</span>
          <CopyButton text={picture.url} label={pictureDialogTexts.copyAddress} />
        </p>
      </div>
    </DialogView>
  );
}
