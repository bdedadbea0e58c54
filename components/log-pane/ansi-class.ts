import clsx from "clsx";
import type { AnsiColour, AnsiStyle } from "@/lib/format/ansi";

// The palette guarantees readable contrast for each pair in both themes.
const inks = {
  black: "text-ink-3",
  red: "text-bad",
  green: "text-ok",
  yellow: "text-warn",
  blue: "text-running",
  magenta: "text-queued",
  cyan: "text-running",
  white: "text-ink",
} as const satisfies Record<AnsiColour, string>;

// Text on a coloured background uses the plain ink: terminal colours assume a black background.
const grounds = {
  black: "bg-hover text-ink",
  red: "bg-bad-bg text-ink",
  green: "bg-ok-bg text-ink",
  yellow: "bg-warn-bg text-ink",
  blue: "bg-running-bg text-ink",
  magenta: "bg-queued-bg text-ink",
  cyan: "bg-running-bg text-ink",
  white: "bg-hover text-ink",
} as const satisfies Record<AnsiColour, string>;

/** Classes of a segment; undefined when it has the default style. */
export function ansiClass(look: AnsiStyle): string | undefined {
  const { ink, ground, bold, dim, italic, underline, sign } = look;
  const name = clsx(
    ground === undefined ? ink !== undefined && inks[ink] : grounds[ground],
    bold && "font-semibold",
    dim && ink === undefined && ground === undefined && "text-ink-3",
    italic && "italic",
    underline && "underline",
    sign && "rounded-sm bg-warn-bg text-warn",
  );
  return name === "" ? undefined : name;
}
