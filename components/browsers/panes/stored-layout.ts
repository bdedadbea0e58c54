import * as z from "zod/mini";
import { isTelemetryTopic } from "@/lib/bff/live";
import type { StoredLog } from "@/lib/bff/stored-logs";
import { parseStored } from "@/lib/format/parse-stored";
import { readLayout, writeLayout } from "./pane-address.ts";
import { chromiumLayout, layoutOf, type PaneLayout, telemetryPane } from "./pane-layout.ts";

const storedLayout = z.object({ session: z.string(), panes: z.string(), lock: z.boolean() });

export interface StoredLayout {
  readonly layout: PaneLayout;
  readonly lock: boolean;
}

/** The panes to begin with of an ended session: what its pages did where that is stored; undefined: the usual ones. */
export const standardOfStored = (logs: readonly Pick<StoredLog, "topic">[]): PaneLayout | undefined =>
  logs.some(({ topic }) => isTelemetryTopic(topic))
    ? [...layoutOf(telemetryPane("network")), ...layoutOf(telemetryPane("console"))]
    : undefined;

/** Serializes a layout as the operator's last one. */
export const serializeLayout = (session: string, { layout, lock }: StoredLayout): string =>
  JSON.stringify({ session, panes: writeLayout(layout), lock });

/** The last layout for a session: logs of other sessions are restored only for the session it was stored
 *  for. Without any, `standard`. */
export function lastLayout(
  session: string,
  text: string | undefined,
  standard: PaneLayout = chromiumLayout,
): StoredLayout {
  const stored = parseStored(storedLayout, text);
  if (stored === undefined) return { layout: standard, lock: false };
  const { layout } = readLayout(stored.panes);
  const fitting = stored.session === session ? layout : ownPart(layout);
  return fitting.length === 0 ? { layout: standard, lock: false } : { layout: fitting, lock: stored.lock };
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
