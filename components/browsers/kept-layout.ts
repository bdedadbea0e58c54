import * as z from "zod/mini";
import { readLayout, writeLayout } from "./pane-address.ts";
import { chromiumLog, layoutOf, type PaneLayout, paneOf } from "./pane-layout.ts";

const kept = z.object({ session: z.string(), panes: z.string(), lock: z.boolean() });

export interface KeptLayout {
  readonly layout: PaneLayout;
  readonly lock: boolean;
}

const standard: KeptLayout = { layout: layoutOf(paneOf(chromiumLog)), lock: false };

/** A layout as the operator's last, in words. */
export const layoutWords = (session: string, { layout, lock }: KeptLayout): string =>
  JSON.stringify({ session, panes: writeLayout(layout), lock });

/** The last layout as it fits a session: logs of other sessions come back only where they were. */
export function lastLayout(session: string, words: string | undefined): KeptLayout {
  try {
    const read = kept.safeParse(JSON.parse(words ?? "null"));
    if (!read.success) return standard;
    const { layout } = readLayout(read.data.panes);
    const fitting = read.data.session === session ? layout : ownPart(layout);
    return fitting.length === 0 ? standard : { layout: fitting, lock: read.data.lock };
  } catch {
    // An older version, or somebody else, wrote what is no JSON.
    return standard;
  }
}

/** What of a layout belongs to the page's own session. */
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
