// The layout of log panes: columns side by side, each with stacked groups, each group with panes as tabs.
// Pure and immutable: every operation returns a new layout. Panes are compared by identity.
import type { LogSource } from "@/lib/bff/live";
import type { TelemetryView } from "@/lib/bff/telemetry-view";
import { hourMs } from "@/lib/bff/time-units";
import { paneLayoutTexts } from "./pane-messages.ts";

/** What a pane shows: a log, or one view of a browser's telemetry. */
export type PaneContent =
  | Exclude<LogSource, { source: "telemetry" }>
  | { readonly source: "telemetry"; readonly view: TelemetryView };

export interface PaneSource {
  /** Undefined: the session of the page. */
  readonly session: string | undefined;
  readonly log: PaneContent;
}

/** One pane; with several sources their lines are merged by time. */
export interface Pane {
  readonly sources: readonly PaneSource[];
  /** Shift of this pane's times against others, in milliseconds; positive is later. */
  readonly skewMs: number;
}

export interface PaneGroup {
  readonly panes: readonly Pane[];
  /** Index of the visible pane. */
  readonly open: number;
}

export type PaneLayout = readonly (readonly PaneGroup[])[];

/** Where a pane is added: to a group, or to a new one right of it or below it. Without a group: the last
 *  one. */
export interface PanePosition {
  readonly as: "tab" | "right" | "below";
  readonly group: PaneGroup | undefined;
}

/** Maximum of sources: they share the page's one live stream and one screen. */
export const maxSources = 8;
export const maxSkewMs = hourMs;

export const chromiumLog: PaneContent = { source: "supervisor", process: "chromium" };

export const paneOf = (log: PaneContent, session?: string): Pane => ({
  sources: [{ session, log }],
  skewMs: 0,
});
export const layoutOf = (pane: Pane): PaneLayout => [[{ panes: [pane], open: 0 }]];
/** The panes of a session to begin with. */
export const chromiumLayout = layoutOf(paneOf(chromiumLog));

export const groupsOf = (layout: PaneLayout): readonly PaneGroup[] => layout.flat();
export const panesOf = (layout: PaneLayout): readonly Pane[] => layout.flat().flatMap(({ panes }) => panes);
export const sourceCount = (layout: PaneLayout): number =>
  panesOf(layout).reduce((sum, { sources }) => sum + sources.length, 0);

/** Titles of the views of telemetry. */
export const viewNames: Readonly<Record<TelemetryView, string>> = {
  network: paneLayoutTexts.network,
  console: paneLayoutTexts.console,
  activity: paneLayoutTexts.activity,
};

export const telemetryPane = (view: TelemetryView): Pane => paneOf({ source: "telemetry", view });

/** Whether a pane's lines can be merged with others by time: requests are no lines. */
export const isMergeable = ({ sources }: Pane): boolean =>
  sources.every(({ log }) => log.source !== "telemetry" || log.view !== "network");

/** Process name, path, or the name of the view. */
export function logName(log: PaneContent): string {
  if (log.source === "telemetry") return viewNames[log.view];
  return log.source === "path" ? log.path : log.process;
}

/** What a log is, beside its name. The names of telemetry's views say what they are. */
export const logKinds = { path: "file", supervisor: "process", telemetry: undefined } as const;

/** Title of a pane: its log, or the number of logs and the first one. */
export function paneTitle({ sources: [first, ...others] }: Pane): string {
  if (first === undefined) return "nothing";
  return others.length === 0 ? logName(first.log) : `${logName(first.log)} + ${others.length}`;
}

/** The sessions of the panes that are another than the page's. */
export const otherSessionsOf = (panes: readonly Pane[]): readonly string[] =>
  panes.flatMap(({ sources }) => sources.flatMap(({ session }) => session ?? []));

/** The title, with the session if it is another than the page's. */
export function paneName(pane: Pane, nameOf: (session: string) => string): string {
  const session = pane.sources[0]?.session;
  return session === undefined ? paneTitle(pane) : `${paneTitle(pane)} · ${nameOf(session)}`;
}

/** Removes empty groups and columns; clamps `open`. */
function tidy(layout: PaneLayout): PaneLayout {
  return layout
    .map((column) =>
      column
        .filter(({ panes }) => panes.length > 0)
        .map((group) =>
          group.open < group.panes.length ? group : { ...group, open: Math.max(0, group.panes.length - 1) },
        ),
    )
    .filter((column) => column.length > 0);
}

const mapGroups = (layout: PaneLayout, change: (group: PaneGroup) => PaneGroup): PaneLayout =>
  tidy(layout.map((column) => column.map(change)));

/** Opens a pane of a group. */
export function openPane(layout: PaneLayout, pane: Pane): PaneLayout {
  return mapGroups(layout, (group) => {
    const at = group.panes.indexOf(pane);
    return at === -1 || at === group.open ? group : { ...group, open: at };
  });
}

export function addPane(layout: PaneLayout, pane: Pane, place: PanePosition): PaneLayout {
  const group = place.group ?? layout.at(-1)?.at(-1);
  const alone: PaneGroup = { panes: [pane], open: 0 };
  if (group === undefined) return [[alone]];
  switch (place.as) {
    case "tab":
      return mapGroups(layout, (each) =>
        each === group ? { panes: [...each.panes, pane], open: each.panes.length } : each,
      );
    case "below":
      return layout.map((column) => column.flatMap((each) => (each === group ? [each, alone] : [each])));
    case "right":
      return layout.flatMap((column) => (column.includes(group) ? [column, [alone]] : [column]));
  }
}

export function closePane(layout: PaneLayout, pane: Pane): PaneLayout {
  return mapGroups(layout, (group) => {
    const at = group.panes.indexOf(pane);
    if (at === -1) return group;
    const panes = group.panes.toSpliced(at, 1);
    return { panes, open: at < group.open ? group.open - 1 : group.open };
  });
}

export function movePane(layout: PaneLayout, pane: Pane, place: PanePosition): PaneLayout {
  // The copy has its own identity, so that only the original is closed.
  return closePane(addPane(layout, { ...pane }, place), pane);
}

export function replacePane(layout: PaneLayout, pane: Pane, next: Pane): PaneLayout {
  return mapGroups(layout, (group) =>
    group.panes.includes(pane)
      ? { ...group, panes: group.panes.map((each) => (each === pane ? next : each)) }
      : group,
  );
}

/** Merges the lines of several panes into the first of them. */
export function mergePanes(layout: PaneLayout, chosen: readonly Pane[]): PaneLayout {
  const [first, ...others] = panesOf(layout).filter((pane) => chosen.includes(pane));
  if (first === undefined || others.length === 0) return layout;
  // Duplicate logs are merged once.
  const sources = [first, ...others].flatMap((pane) => pane.sources);
  const bySource = new Map(sources.map((each) => [JSON.stringify([each.session, each.log]), each]));
  const merged: Pane = { ...first, sources: [...bySource.values()] };
  return openPane(replacePane(others.reduce(closePane, layout), first, merged), merged);
}

/** Splits a merged pane into one tab per source. */
export function splitPane(layout: PaneLayout, pane: Pane): PaneLayout {
  return mapGroups(layout, (group) =>
    group.panes.includes(pane)
      ? {
          ...group,
          panes: group.panes.flatMap((each) =>
            each === pane
              ? each.sources.map((source) => ({ sources: [source], skewMs: each.skewMs }))
              : [each],
          ),
        }
      : group,
  );
}

export function shiftPane(layout: PaneLayout, pane: Pane, skewMs: number): PaneLayout {
  const bounded = Math.max(-maxSkewMs, Math.min(maxSkewMs, Math.round(skewMs)));
  return replacePane(layout, pane, { ...pane, skewMs: bounded });
}
