"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { usePreference } from "@/components/ui/preferences";
import type { LogSource } from "@/lib/bff/live";
import { logSources } from "@/lib/contract/logs";
import { lastLayout, layoutWords } from "./kept-layout.ts";
import { maxAddressLength, readLayout, writeLayout } from "./pane-address.ts";
import { chromiumLog, layoutOf, type PaneLayout, paneOf } from "./pane-layout.ts";

/** `panes` is a layout; one log alone is named in the API's own parameters, with a line of it where a link means one. */
const screen = z.object({
  panes: z.optional(z.string()),
  lock: z.optional(z.literal("on")),
  source: z.optional(z.enum(logSources)),
  supervisor_process: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  path: z.optional(z.string().check(z.regex(/^\//, "must start with /"), z.maxLength(1024))),
  at: z.optional(z.string().check(z.maxLength(40))),
  line: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "is no line's mark"))),
});
type Screen = z.output<typeof screen>;

export interface LineTarget {
  readonly at: string;
  readonly hash: string;
}

export interface HeldLayout {
  readonly layout: PaneLayout;
  readonly ignored: readonly { readonly path: string; readonly message: string }[];
  /** Shows what `act` makes of the layout; false when its address would become too long. */
  readonly change: (act: (layout: PaneLayout) => PaneLayout) => boolean;
  readonly locked: boolean;
  readonly setLocked: (locked: boolean) => void;
  /** The line that the address means. */
  readonly target: LineTarget | undefined;
}

function linkedLog({ source, path, supervisor_process: process }: Screen): LogSource | undefined {
  if (source === "path" && path !== undefined) return { source, path };
  if (source === "supervisor" && process === undefined) return chromiumLog;
  return process === undefined ? undefined : { source: "supervisor", process };
}

const isBare = (value: Screen) => value.panes === undefined && linkedLog(value) === undefined;

function layoutIn(
  value: Screen,
  session: string,
  last: string | undefined,
): Pick<HeldLayout, "layout" | "ignored"> {
  if (value.panes !== undefined) return readLayout(value.panes);
  const log = linkedLog(value);
  return {
    layout: log === undefined ? lastLayout(session, last).layout : layoutOf(paneOf(log)),
    ignored: [],
  };
}

const wordsOf = ({ panes, source, supervisor_process, path }: Screen) =>
  JSON.stringify([panes, source, supervisor_process, path]);

/** The panes of a workbench. The address holds them; without one there the operator's last layout is shown. */
export function usePaneLayout(session: string): HeldLayout {
  const { value, ignored, set } = useUrlQuery(screen);
  const [last, keep] = usePreference("workbench");
  const words = wordsOf(value);
  const [held, setHeld] = useState(() => ({ seen: words, awaited: "", ...layoutIn(value, session, last) }));
  if (words !== held.seen) {
    // An address of ours that is on its way must not be undone by the one before it.
    if (words === held.awaited) setHeld({ ...held, seen: words, awaited: "" });
    else if (held.awaited !== "") setHeld({ ...held, seen: words });
    else setHeld({ seen: words, awaited: "", ...layoutIn(value, session, last) });
  }
  const now = useRef(held.layout);
  useEffect(() => {
    now.current = held.layout;
  }, [held.layout]);
  const locked = value.lock === "on";

  const write = useCallback(
    (layout: PaneLayout, panes: string, more: Partial<Screen> = {}) => {
      now.current = layout;
      setHeld(({ seen }) => {
        const awaited = wordsOf({ panes });
        return { seen, awaited: awaited === seen ? "" : awaited, layout, ignored: [] };
      });
      set(
        {
          panes,
          source: undefined,
          supervisor_process: undefined,
          path: undefined,
          at: undefined,
          line: undefined,
          ...more,
        },
        "replace",
      );
    },
    [set],
  );

  const change = useCallback(
    (act: (layout: PaneLayout) => PaneLayout) => {
      const layout = act(now.current);
      const panes = writeLayout(layout);
      if (panes.length > maxAddressLength) return false;
      keep(layoutWords(session, { layout, lock: locked }));
      write(layout, panes);
      return true;
    },
    [write, session, locked, keep],
  );

  const setLocked = (next: boolean) => {
    keep(layoutWords(session, { layout: now.current, lock: next }));
    set({ lock: next ? "on" : undefined }, "replace");
  };

  // A layout that only this operator's page knows goes into the address, so that the link shows it.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (!isBare(value)) return;
    const panes = writeLayout(now.current);
    const lock = lastLayout(session, last).lock ? "on" : undefined;
    if (panes !== writeLayout(layoutOf(paneOf(chromiumLog)))) write(now.current, panes, { lock });
  }, [value, session, write, last]);

  return {
    layout: held.layout,
    ignored: [...ignored, ...held.ignored],
    change,
    locked,
    setLocked,
    target: value.at && value.line ? { at: value.at, hash: value.line } : undefined,
  };
}
