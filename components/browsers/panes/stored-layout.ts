import * as z from "zod/mini";
import { isTelemetryTopic } from "@/lib/bff/live";
import type { StoredLog } from "@/lib/bff/stored-logs";
import { parseStored } from "@/lib/format/parse-stored";
import { readLayout, writeLayout } from "./pane-address.ts";
import {
  chromiumLayout,
  layoutOf,
  type PaneContent,
  type PaneLayout,
  type PaneSource,
  telemetryPane,
} from "./pane-layout.ts";

/** An operator's layouts, the last one first: one for each kind of session. */
const storedLayouts = z.array(
  z.object({ kind: z.string(), session: z.string(), panes: z.string(), lock: z.boolean() }),
);
/** Their addresses together fit into a preference. */
const maxKinds = 7;

/** A session, and what it has in common with others that have the same logs: its action or its pool; empty: unknown. */
export interface SessionOfKind {
  readonly id: string;
  readonly kind: string;
}

export interface StoredLayout {
  readonly layout: PaneLayout;
  readonly lock: boolean;
}

/** The panes to begin with of an ended session: what its pages did where that is stored; undefined: the usual ones. */
export const standardOfStored = (logs: readonly Pick<StoredLog, "topic">[]): PaneLayout | undefined =>
  logs.some(({ topic }) => isTelemetryTopic(topic))
    ? [...layoutOf(telemetryPane("network")), ...layoutOf(telemetryPane("console"))]
    : undefined;

/** The operator's layouts as text, with this one as the last. */
export function serializeLayout(
  text: string | undefined,
  { id, kind }: SessionOfKind,
  { layout, lock }: StoredLayout,
): string {
  const others = (parseStored(storedLayouts, text) ?? []).filter((each) => each.kind !== kind);
  const own = { kind, session: id, panes: writeLayout(layout), lock };
  return JSON.stringify([own, ...others].slice(0, maxKinds));
}

/**
 * The last layout for a session: its own; else that of its kind, without the logs of other sessions; else what every
 * session has of the last one. Without any, `standard`.
 */
export function lastLayout(
  { id, kind }: SessionOfKind,
  text: string | undefined,
  standard: PaneLayout = chromiumLayout,
): StoredLayout {
  const stored = parseStored(storedLayouts, text) ?? [];
  const found =
    stored.find(({ session }) => session === id) ?? stored.find((each) => each.kind === kind) ?? stored[0];
  if (found === undefined) return { layout: standard, lock: false };
  const { layout } = readLayout(found.panes);
  const fitting = found.session === id ? layout : found.kind === kind ? ownPart(layout) : commonPart(layout);
  return fitting.length === 0 ? { layout: standard, lock: false } : { layout: fitting, lock: found.lock };
}

/** The part of a layout that every session has: its browser's log and what its pages do. */
const commonPart = (layout: PaneLayout): PaneLayout =>
  partOf(
    layout,
    ({ session, log }) => session === undefined && (log.source === "telemetry" || isChromium(log)),
  );

const isChromium = (log: PaneContent): boolean => log.source === "supervisor" && log.process === "chromium";

/** The part of a layout that belongs to the page's own session. */
const ownPart = (layout: PaneLayout): PaneLayout => partOf(layout, ({ session }) => session === undefined);

function partOf(layout: PaneLayout, includes: (source: PaneSource) => boolean): PaneLayout {
  return layout
    .map((column) =>
      column
        .map(({ panes, open }) => {
          const own = panes
            .map((pane) => ({
              ...pane,
              sources: pane.sources.filter(includes),
            }))
            .filter(({ sources }) => sources.length > 0);
          return { panes: own, open: Math.min(open, Math.max(0, own.length - 1)) };
        })
        .filter(({ panes }) => panes.length > 0),
    )
    .filter((column) => column.length > 0);
}
