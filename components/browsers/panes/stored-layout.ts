import * as z from "zod/mini";
import { parseStored } from "@/lib/format/parse-stored";
import { readLayout, writeLayout } from "./pane-address.ts";
import { chromiumLog, layoutOf, type PaneLayout, paneOf } from "./pane-layout.ts";

const storedLayout = z.object({ session: z.string(), panes: z.string(), lock: z.boolean() });

export interface StoredLayout {
  readonly layout: PaneLayout;
  readonly lock: boolean;
}

const standard: StoredLayout = { layout: layoutOf(paneOf(chromiumLog)), lock: false };

/** Serializes a layout as the operator's last one. */
export const serializeLayout = (session: string, { layout, lock }: StoredLayout): string =>
  JSON.stringify({ session, panes: writeLayout(layout), lock });

/** The last layout for a session: logs of other sessions are restored only for the session it was stored
 *  for. */
export function lastLayout(session: string, text: string | undefined): StoredLayout {
  const stored = parseStored(storedLayout, text);
  if (stored === undefined) return standard;
  const { layout } = readLayout(stored.panes);
  const fitting = stored.session === session ? layout : ownPart(layout);
  return fitting.length === 0 ? standard : { layout: fitting, lock: stored.lock };
}

/** The part of a layout that belongs to the page's own session. */
export function ownPart(layout: PaneLayout): PaneLayout {
  return layout
    .map((column) =>
      column
        .map(({ panes, open }) => {
          const own = panes
            .map((pane) => ({
              ...pane,
              sources: pane.sources.filter(({ session }) => session === undefined),
            }))
            .filter(({ sources }) => sources.length > 0);
          return { panes: own, open: Math.min(open, Math.max(0, own.length - 1)) };
        })
        .filter(({ panes }) => panes.length > 0),
    )
    .filter((column) => column.length > 0);
}
