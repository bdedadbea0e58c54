"use client";

import type { ReactNode } from "react";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { Link } from "@/components/ui/link";
import type { Picture } from "@/lib/bff/pictures";
import { visibleMarks } from "@/lib/format/visible-marks";
import { paths } from "@/lib/paths";
import { PictureImage } from "./picture-image.tsx";
import { lastPictureTexts } from "./picture-messages.ts";
import { addressText, pictureName } from "./picture-text.ts";

/** The last picture of a browser, which leads to the browser's page, with its time and address and what else is given. */
export function LastPicture({ picture, children }: { picture: Picture; children?: ReactNode }) {
  const formatTime = useLogTime();
  return (
    <figure className="flex min-w-0 items-start gap-4">
      <Link
        href={paths.browser(picture.session_id)}
        title={lastPictureTexts.openBrowser}
        className="max-w-48 flex-none overflow-clip rounded-sm border border-line-strong hover:border-ink-3"
      >
        <PictureImage
          picture={picture}
          alt={pictureName(picture, formatTime)}
          className="h-auto max-h-30 w-auto max-w-full"
        />
      </Link>
      <figcaption className="grid w-56 min-w-0 shrink content-start gap-2">
        <span className="grid min-w-0 gap-0.5">
          <span className="text-label text-ink-3 tabular-nums">
            {lastPictureTexts.lastPicture(formatTime(picture.at_ms, "ms"))}
          </span>
          {picture.url === "" ? null : (
            <span title={visibleMarks(picture.url)} className="truncate font-mono text-label">
              {addressText(picture.url)}
            </span>
          )}
        </span>
        {children}
      </figcaption>
    </figure>
  );
}
