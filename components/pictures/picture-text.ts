import type { FormatLogTime } from "@/components/log-pane/use-log-time";
import type { Picture, PictureReason } from "@/lib/bff/pictures";
import { visibleMarks } from "@/lib/format/visible-marks";
import { pictureTexts } from "./picture-messages.ts";

/** A page's address as it is shown: without the scheme of web pages. */
export const addressText = (url: string): string =>
  visibleMarks(url.replace(/^https?:\/\//, "")) || pictureTexts.unknownAddress;

/** What a picture shows: the text that stands for it. */
export const pictureName = ({ at_ms: atMs, url }: Picture, formatTime: FormatLogTime): string =>
  pictureTexts.pageAt(formatTime(atMs, "ms"), addressText(url));

/** Why a picture was taken. */
export const reasonTexts = {
  navigation: pictureTexts.pageOpened,
  error: pictureTexts.pageError,
  change: pictureTexts.pageChanged,
} as const satisfies Record<PictureReason, string>;

export const noRoleText = pictureTexts.picturesNeedTheOperatorRole;
