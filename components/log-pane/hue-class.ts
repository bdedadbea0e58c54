import type { LogLevel } from "@/lib/format/log-level";
import type { HighlightHue } from "@/lib/live/log-highlights";
import { hueClassTexts } from "./log-pane-messages.ts";

/** Background and text colours of a highlight, readable in both themes. */
export const hueClasses = {
  violet: "bg-queued-bg text-queued",
  blue: "bg-running-bg text-running",
  green: "bg-ok-bg text-ok",
  red: "bg-bad-bg text-bad",
  amber: "bg-warn-bg text-warn",
} as const satisfies Record<HighlightHue, string>;

/** A level's name and colour; the word alone carries the meaning. */
export const levelStyles = {
  fatal: { word: hueClassTexts.fatal, tone: "text-bad font-semibold" },
  error: { word: hueClassTexts.error, tone: "text-bad" },
  warn: { word: hueClassTexts.warning, tone: "text-warn" },
  info: { word: hueClassTexts.info, tone: "text-ink-3" },
  debug: { word: hueClassTexts.debug, tone: "text-ink-3" },
  trace: { word: hueClassTexts.trace, tone: "text-ink-3" },
  none: { word: hueClassTexts.noLevel, tone: "text-ink-3" },
} as const satisfies Record<LogLevel, { word: string; tone: string }>;

const sourceTones = [
  "text-running",
  "text-ok",
  "text-queued",
  "text-warn",
  "text-bad",
  "text-ink-2",
] as const;

/** Colour of a source's tag, which also shows the name. */
export function sourceTone(source: number): string {
  return sourceTones[source % sourceTones.length] ?? "text-ink-2";
}
