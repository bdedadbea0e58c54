import clsx from "clsx";
import type { AnsiColour, AnsiLook } from "@/lib/live/ansi";

// Every pair below is one the palette holds to a readable contrast in both themes.
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

// On a coloured ground the text is plain ink: the colours of a terminal are made for its black.
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

/** Classes of a segment; undefined when it looks like the rest of its line. */
export function ansiClass(look: AnsiLook): string | undefined {
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
