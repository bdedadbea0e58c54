import clsx from "clsx";
import type { ReactNode } from "react";
import { type Glyph, StatusGlyph } from "./status-glyph.tsx";

export type Tone = "neutral" | "queued" | "running" | "ok" | "bad" | "warn";

const tones = {
  neutral: "bg-hover text-ink-2",
  queued: "bg-queued-bg text-queued",
  running: "bg-running-bg text-running",
  ok: "bg-ok-bg text-ok",
  bad: "bg-bad-bg text-bad",
  warn: "bg-warn-bg text-warn",
} as const satisfies Record<Tone, string>;

/** A short word with a shape and a tone. For resource states use `StatusBadge`, which fixes all three. */
export function Badge({
  tone = "neutral",
  glyph,
  className,
  children,
}: {
  tone?: Tone | undefined;
  glyph?: Glyph | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex h-5 max-w-full items-center gap-1.5 rounded-full px-2 text-label font-medium whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {glyph === undefined ? null : <StatusGlyph glyph={glyph} />}
      <span className="truncate">{children}</span>
    </span>
  );
}
