"use client";

import { useMemo } from "react";
import * as z from "zod/mini";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { linkedLine, linkedLineQuery } from "@/components/log-pane/linked-line";
import type { LineName } from "@/lib/live/line-hash";
import type { LogSpan } from "@/lib/live/log-search";
import { logPartTexts } from "./invocation-on-demand-messages.ts";

/** What of an invocation's log is shown: the line that a link points at, a time, and the logs of its browsers. */
const logQuery = z.object({
  ...linkedLineQuery,
  during: z.optional(
    z.string().check(z.regex(/^(?:all|\d{1,15}-(?:\d{1,15})?)$/, logPartTexts.logPartInvalid)),
  ),
  browsers: z.optional(z.literal("shown")),
});

export interface LogPart {
  /** The line that the address refers to. */
  readonly target: LineName | undefined;
  /** The time whose lines are shown; undefined: all. */
  readonly span: LogSpan | undefined;
  /** Shows the lines of a time; undefined: all. */
  readonly select: (span: LogSpan | undefined, history?: "push" | "replace") => void;
  /** The logs of its browsers are shown among its lines. */
  readonly hasBrowsers: boolean;
  readonly toggleBrowsers: () => void;
}

/** The part of an invocation's log that the address names; where it names nothing, from `fromMs` on. */
export function useLogPart(fromMs: number | undefined): LogPart {
  const { value, set } = useUrlQuery(logQuery);
  const { at, line, during, browsers } = value;
  const target = useMemo(() => linkedLine({ at, line }), [at, line]);
  const span = useMemo(() => {
    if (during !== undefined) return spanOf(during);
    // The line may be at another time; its browsers may have reported the cause before the first error of the action.
    if (target !== undefined || browsers !== undefined || fromMs === undefined) return undefined;
    return { fromMs, toMs: Number.POSITIVE_INFINITY };
  }, [during, target, browsers, fromMs]);
  return {
    target,
    span,
    select: (next, history = "replace") =>
      set({ during: next === undefined ? "all" : textOf(next) }, history),
    hasBrowsers: browsers !== undefined,
    toggleBrowsers: () => set({ browsers: browsers === undefined ? "shown" : undefined }, "replace"),
  };
}

const textOf = ({ fromMs, toMs }: LogSpan) => `${fromMs}-${Number.isFinite(toMs) ? toMs : ""}`;

/** A span without an end goes on. */
function spanOf(text: string): LogSpan | undefined {
  const [from = "", to] = text.split("-");
  if (to === undefined) return undefined;
  const fromMs = Number(from);
  const toMs = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  return toMs < fromMs ? undefined : { fromMs, toMs };
}
