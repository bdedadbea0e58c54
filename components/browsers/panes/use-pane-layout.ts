"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { isLeavingPage } from "@/components/layout/page-transition";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { linkedLine, linkedLineQuery } from "@/components/log-pane/linked-line";
import { usePreference } from "@/components/ui/preferences";
import { telemetryViews } from "@/lib/bff/telemetry-view";
import { logSources } from "@/lib/contract/logs";
import type { LineName } from "@/lib/live/line-hash";
import { logFault, maxAddressLength, readLayout, writeLayout } from "./pane-address.ts";
import {
  chromiumLayout,
  chromiumLog,
  layoutOf,
  type PaneContent,
  type PaneLayout,
  paneOf,
} from "./pane-layout.ts";
import { paneLayoutTexts } from "./pane-on-demand-messages.ts";
import { lastLayout, type SessionOfKind, type StoredLayout, serializeLayout } from "./stored-layout.ts";

/** `panes` is a layout; a single log uses the API's own parameters, with the line a link refers to. */
const screen = z.object({
  panes: z.optional(z.string()),
  lock: z.optional(z.literal("on")),
  source: z.optional(z.enum([...logSources, "telemetry"])),
  supervisor_process: z.optional(
    z
      .string()
      .check(
        z.refine(
          (process) => logFault({ source: "supervisor", process }) === undefined,
          paneLayoutTexts.mustBeName,
        ),
      ),
  ),
  path: z.optional(
    z
      .string()
      .check(
        z.refine((path) => logFault({ source: "path", path }) === undefined, paneLayoutTexts.mustBePath),
      ),
  ),
  view: z.optional(z.enum(telemetryViews)),
  /** "only": the view of the network begins with the failed requests alone. */
  failed: z.optional(z.literal("only")),
  ...linkedLineQuery,
});
type Screen = z.output<typeof screen>;

export interface PaneLayoutState {
  readonly layout: PaneLayout;
  readonly ignored: readonly { readonly path: string; readonly message: string }[];
  /** Applies `act` to the layout; false if its address would be too long. */
  readonly change: (act: (layout: PaneLayout) => PaneLayout) => boolean;
  readonly locked: boolean;
  readonly setLocked: (locked: boolean) => void;
  /** The line that the address refers to. */
  readonly target: LineName | undefined;
  /** Whether the address refers to failed requests alone. */
  readonly failedOnly: boolean;
}

function linkedLog({ source, path, supervisor_process: process, view }: Screen): PaneContent | undefined {
  if (source === "telemetry") return { source, view: view ?? "activity" };
  if (source === "path" && path !== undefined) return { source, path };
  if (source === "supervisor" && process === undefined) return chromiumLog;
  return process === undefined ? undefined : { source: "supervisor", process };
}

const isBare = (value: Screen) => value.panes === undefined && linkedLog(value) === undefined;

function layoutIn(value: Screen, last: StoredLayout): Pick<PaneLayoutState, "layout" | "ignored"> {
  if (value.panes !== undefined) return readLayout(value.panes);
  const log = linkedLog(value);
  return {
    layout: log === undefined ? last.layout : layoutOf(paneOf(log)),
    ignored: [],
  };
}

const layoutParametersOf = ({ panes, source, supervisor_process, path, view }: Screen) =>
  JSON.stringify([panes, source, supervisor_process, path, view]);

/**
 * The panes of a workbench. They are in the address; without them there, the operator's last layout is used, and without
 * one `standard`. Once that is settled (`isSettled`), the address has them.
 */
export function usePaneLayout(
  session: SessionOfKind,
  standard: PaneLayout = chromiumLayout,
  isSettled = true,
): PaneLayoutState {
  const { value, ignored, set } = useUrlQuery(screen);
  const [lastText, keep] = usePreference("workbench");
  const last = lastLayout(session, lastText, standard);
  const layoutText = layoutParametersOf(value);
  const [state, setState] = useState(() => ({
    seen: layoutText,
    awaited: "",
    ...layoutIn(value, last),
  }));
  if (layoutText !== state.seen) {
    // A pending change of the address must not be overwritten by the previous one.
    if (layoutText === state.awaited) setState({ ...state, seen: layoutText, awaited: "" });
    else if (state.awaited !== "") setState({ ...state, seen: layoutText });
    else setState({ seen: layoutText, awaited: "", ...layoutIn(value, last) });
  }
  const now = useRef(state.layout);
  useEffect(() => {
    now.current = state.layout;
  }, [state.layout]);
  const locked = value.lock === "on";

  const write = useCallback(
    (layout: PaneLayout, panes: string, more: Partial<Screen> = {}) => {
      now.current = layout;
      setState(({ seen }) => {
        const awaited = layoutParametersOf({ panes });
        return { seen, awaited: awaited === seen ? "" : awaited, layout, ignored: [] };
      });
      set(
        {
          panes,
          source: undefined,
          supervisor_process: undefined,
          path: undefined,
          view: undefined,
          failed: undefined,
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
      keep(serializeLayout(lastText, session, { layout, lock: locked }));
      write(layout, panes);
      return true;
    },
    [write, session, lastText, locked, keep],
  );

  const setLocked = (next: boolean) => {
    keep(serializeLayout(lastText, session, { layout: now.current, lock: next }));
    set({ lock: next ? "on" : undefined }, "replace");
  };

  // So that a link shows a colleague the same panes, whose last layout is another one.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current || !isSettled) return;
    opened.current = true;
    // What is ignored stays in the address, and is said.
    if (!isBare(value) || ignored.length > 0 || isLeavingPage()) return;
    const { at, line, failed, lock = last.lock ? "on" : undefined } = value;
    write(now.current, writeLayout(now.current), { at, line, failed, lock });
  }, [value, ignored, write, last.lock, isSettled]);

  return {
    layout: state.layout,
    ignored: [...ignored, ...state.ignored],
    change,
    locked,
    setLocked,
    target: linkedLine(value),
    failedOnly: value.failed !== undefined,
  };
}
