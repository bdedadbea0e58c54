// The lanes of a timeline in order, each as words and shapes: what both the page and the exported file draw.
import type { Timeline } from "@/lib/bff/timeline";
import { shortId } from "@/lib/format/short-id";
import { backdrop, blindShapes, type Scale, type Shape } from "./lane-shapes.ts";
import {
  actionWords,
  checkWords,
  logWords,
  poolWords,
  recorderWords,
  runWords,
  sessionWords,
} from "./lane-words.ts";
import {
  actionShapes,
  checkShapes,
  logGapShapes,
  markShapes,
  momentHeightPx,
  poolHeightPx,
  poolShapes,
  recorderShapes,
} from "./moment-lanes.ts";
import { runShapes, sessionShapes, spanHeightPx } from "./span-lanes.ts";
import { type TableKey, tableNames } from "./table-keys.ts";

export interface Lane {
  readonly key: string;
  readonly table: TableKey;
  readonly name: string;
  readonly heightPx: number;
  readonly words: (timeline: Timeline) => string;
  /** Without ticks and marks. */
  readonly shapes: (timeline: Timeline, scale: Scale) => readonly Shape[];
}

const before: readonly Lane[] = [
  {
    key: "runs",
    table: "runs",
    name: tableNames.runs,
    heightPx: spanHeightPx,
    words: runWords,
    shapes: ({ runs, gaps, read_at_ms: nowMs }, scale) => [
      ...blindShapes(scale, spanHeightPx, gaps.items, "invocations"),
      ...runShapes(scale, runs, nowMs),
    ],
  },
  {
    key: "sessions",
    table: "sessions",
    name: tableNames.sessions,
    heightPx: spanHeightPx,
    words: sessionWords,
    shapes: ({ sessions, gaps }, scale) => [
      ...blindShapes(scale, spanHeightPx, gaps.items, "browsers"),
      ...sessionShapes(scale, sessions),
    ],
  },
];

const after: readonly Lane[] = [
  {
    key: "checks",
    table: "checks",
    name: tableNames.checks,
    heightPx: momentHeightPx,
    words: checkWords,
    shapes: ({ checks }, scale) => checkShapes(scale, checks.items),
  },
  {
    key: "logs",
    table: "logs",
    name: tableNames.logs,
    heightPx: momentHeightPx,
    words: logWords,
    shapes: ({ log_gaps: gaps, marks }, scale) => [
      ...logGapShapes(scale, gaps.items),
      ...markShapes(scale, marks.items),
    ],
  },
  {
    key: "actions",
    table: "actions",
    name: tableNames.actions,
    heightPx: momentHeightPx,
    words: actionWords,
    shapes: ({ actions }, scale) => actionShapes(scale, actions?.items ?? []),
  },
  {
    key: "recorder",
    table: "recorder",
    name: tableNames.recorder,
    heightPx: momentHeightPx,
    words: recorderWords,
    shapes: ({ gaps }, scale) => recorderShapes(scale, gaps.items),
  },
];

/** All lanes of what was read; each pool has one of its own, and pools of one name their ids beside it. */
export function lanesOf({ pools }: Timeline): readonly Lane[] {
  const ofPools = pools.items.map(({ pool_id: id, name }): Lane => {
    const shared = name !== null && pools.items.some((other) => other.name === name && other.pool_id !== id);
    const find = (timeline: Timeline) => timeline.pools.items.find((pool) => pool.pool_id === id);
    return {
      key: `pool:${id}`,
      table: "pools",
      name: `Pool ${name ?? id}${shared ? ` (${shortId(id)})` : ""}`,
      heightPx: poolHeightPx,
      words(timeline) {
        const pool = find(timeline);
        return pool === undefined ? "no sample" : poolWords(pool);
      },
      shapes(timeline, scale) {
        const pool = find(timeline);
        const drawn = pool === undefined ? [] : poolShapes(scale, pool, timeline);
        return [...blindShapes(scale, poolHeightPx, timeline.gaps.items, "pools"), ...drawn];
      },
    };
  });
  return [...before, ...ofPools, ...after];
}

/** Everything a lane shows, from back to front. */
export function drawnShapes(
  lane: Lane,
  timeline: Timeline,
  scale: Scale,
  tickMs: readonly number[],
): readonly Shape[] {
  const behind = backdrop(scale, lane.heightPx, {
    tickMs,
    nowMs: timeline.read_at_ms,
    marks: timeline.marks.items,
  });
  return [...behind, ...lane.shapes(timeline, scale)];
}
