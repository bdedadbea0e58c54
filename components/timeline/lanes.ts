// The lanes of a timeline in order, each with its description and shapes, for both the page and the exported
// file.
import type { Timeline } from "@/lib/bff/timeline";
import { shortId } from "@/lib/format/short-id";
import {
  formatActions,
  formatChecks,
  formatInvocations,
  formatLogGaps,
  formatPoolLane,
  formatRecorderGaps,
  sessionText,
} from "./lane-messages.ts";
import { backdrop, type Scale, type Shape, unbegunShapes, unrecordedShapes } from "./lane-shapes.ts";
import {
  actShapes,
  annotationShapes,
  checkShapes,
  logGapShapes,
  momentHeightPx,
  poolHeightPx,
  poolShapes,
  recorderShapes,
} from "./moment-lanes.ts";
import { invocationShapes, sessionShapes, spanHeightPx } from "./span-lanes.ts";
import { type TableKey, tableNames } from "./table-keys.ts";
import { lanesTexts } from "./timeline-messages.ts";

export interface Lane {
  readonly key: string;
  readonly table: TableKey;
  readonly name: string;
  readonly heightPx: number;
  readonly summary: (timeline: Timeline) => string;
  /** Without ticks and annotations. */
  readonly shapes: (timeline: Timeline, scale: Scale) => readonly Shape[];
}

const before: readonly Lane[] = [
  {
    key: "invocations",
    table: "invocations",
    name: tableNames.invocations,
    heightPx: spanHeightPx,
    summary: formatInvocations,
    shapes: (timeline, scale) => [
      ...unrecordedShapes(scale, spanHeightPx, timeline, "invocations"),
      ...invocationShapes(scale, timeline.invocations, timeline.read_at_ms),
    ],
  },
  {
    key: "sessions",
    table: "sessions",
    name: tableNames.sessions,
    heightPx: spanHeightPx,
    summary: sessionText,
    shapes: (timeline, scale) => [
      ...unrecordedShapes(scale, spanHeightPx, timeline, "browsers"),
      ...sessionShapes(scale, timeline.sessions),
    ],
  },
];

const after: readonly Lane[] = [
  {
    key: "checks",
    table: "checks",
    name: tableNames.checks,
    heightPx: momentHeightPx,
    summary: formatChecks,
    shapes: ({ checks }, scale) => checkShapes(scale, checks.items),
  },
  {
    key: "logs",
    table: "logs",
    name: tableNames.logs,
    heightPx: momentHeightPx,
    summary: formatLogGaps,
    shapes: ({ log_gaps: gaps, annotations }, scale) => [
      ...logGapShapes(scale, gaps.items),
      ...annotationShapes(scale, annotations.items),
    ],
  },
  {
    key: "actions",
    table: "actions",
    name: tableNames.actions,
    heightPx: momentHeightPx,
    summary: formatActions,
    shapes: ({ actions }, scale) => actShapes(scale, actions?.items ?? []),
  },
  {
    key: "recorder",
    table: "recorder",
    name: tableNames.recorder,
    heightPx: momentHeightPx,
    summary: formatRecorderGaps,
    shapes: (timeline, scale) => [
      ...unbegunShapes(scale, momentHeightPx, timeline),
      ...recorderShapes(scale, timeline.gaps.items),
    ],
  },
];

/** All lanes of a timeline; one per pool, and pools of the same name with their ids. */
export function lanesOf({ pools }: Timeline): readonly Lane[] {
  const ofPools = pools.items.map(({ pool_id: id, name }): Lane => {
    const shared = name !== null && pools.items.some((other) => other.name === name && other.pool_id !== id);
    const find = (timeline: Timeline) => timeline.pools.items.find((pool) => pool.pool_id === id);
    return {
      key: `pool:${id}`,
      table: "pools",
      name: lanesTexts.pool(name ?? id, shared ? ` (${shortId(id)})` : ""),
      heightPx: poolHeightPx,
      summary(timeline) {
        const pool = find(timeline);
        return pool === undefined ? lanesTexts.noSample : formatPoolLane(pool);
      },
      shapes(timeline, scale) {
        const pool = find(timeline);
        const drawn = pool === undefined ? [] : poolShapes(scale, pool, timeline);
        return [...unrecordedShapes(scale, poolHeightPx, timeline, "pools"), ...drawn];
      },
    };
  });
  return [...before, ...ofPools, ...after];
}

/** All shapes of a lane, from back to front. */
export function drawnShapes(
  lane: Lane,
  timeline: Timeline,
  scale: Scale,
  tickMs: readonly number[],
): readonly Shape[] {
  const behind = backdrop(scale, lane.heightPx, {
    tickMs,
    nowMs: timeline.read_at_ms,
    annotations: timeline.annotations.items,
  });
  return [...behind, ...lane.shapes(timeline, scale)];
}
