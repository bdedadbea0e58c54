import type { FormatLogTime } from "@/components/log-pane/use-log-time";
import type { Picture, PictureReason } from "@/lib/bff/pictures";

/** A page's address as it is shown: without the scheme of web pages. */
export const addressText = (url: string): string => url.replace(/^https?:\/\//, "") || "unknown address";

/** What a picture shows: the text that stands for it. */
export const pictureName = ({ at_ms: atMs, url }: Picture, formatTime: FormatLogTime): string =>
  `Page at ${formatTime(atMs, "ms")}: ${addressText(url)}`;

/** Why a picture was taken. */
export const reasonTexts = {
  navigation: "Page opened",
  error: "Page error",
  change: "Page changed",
} as const satisfies Record<PictureReason, string>;

export const noRoleText = "Pictures need the operator role.";
