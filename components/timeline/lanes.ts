// The lanes of a timeline in order, each with its description and shapes, for both the page and the exported
// file.
import { type Timeline, type TimelinePool, timelineLimits } from "@/lib/bff/timeline";
import { shortId } from "@/lib/format/short-id";
import { visibleMarks } from "@/lib/format/visible-marks";
import {
  formatActions,
  formatChecks,
  formatInvocations,
  formatLogGaps,
  formatMostSessions,
  formatMostStarted,
  formatPoolLane,
  formatPoolMaximum,
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
  poolBars,
  poolHeightPx,
  poolShapes,
  recorderShapes,
} from "./moment-lanes.ts";
import { invocationShapes, rowPx, sessionShapes, spanHeightPx } from "./span-lanes.ts";
import { type TableKey, tableNames } from "./table-keys.ts";
import { lanesTexts } from "./timeline-messages.ts";

export interface Lane {
  readonly key: string;
  readonly table: TableKey;
  readonly name: string;
  readonly heightPx: number;
  readonly summary: (timeline: Timeline) => string;
  /** The value at its full height; undefined where each thing has its own bar. */
  readonly maximum?: (timeline: Timeline) => string | undefined;
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
    maximum: formatMostStarted,
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
    maximum: formatMostSessions,
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

const poolKey = (id: string) => `pool:${id}`;

/** All lanes of a timeline; one per pool, and pools of the same name with their ids. */
export function lanesOf({ pools }: Timeline): readonly Lane[] {
  const ofPools = pools.items.map(({ pool_id: id, name }): Lane => {
    const shared = name !== null && pools.items.some((other) => other.name === name && other.pool_id !== id);
    const find = (timeline: Timeline) => timeline.pools.items.find((pool) => pool.pool_id === id);
    return {
      key: poolKey(id),
      table: "pools",
      name: lanesTexts.pool(name ?? id, shared ? ` (${shortId(id)})` : ""),
      heightPx: poolHeightPx,
      summary(timeline) {
        const pool = find(timeline);
        return pool === undefined ? lanesTexts.noSample : formatPoolLane(pool);
      },
      maximum(timeline) {
        const pool = find(timeline);
        return pool && formatPoolMaximum(pool);
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

/** A lane of the page; one that stands for others has these as `folds`. */
interface BoardLane extends Lane {
  readonly folds?: readonly Lane[];
}

/** Always at size, as far as is known, with a browser to take. */
const isCalm = ({ unfilled_max: missing, available_min: available }: TimelinePool): boolean =>
  missing === 0 && available !== null && available > 0;

/** The lanes of the page: those of `lanesOf`, with one for all calm pools after those of the other pools. */
export function boardLanesOf(timeline: Timeline): readonly BoardLane[] {
  const lanes = lanesOf(timeline);
  const { items, total } = timeline.pools;
  const calm = items.filter(isCalm);
  // Those in trouble come first: of a list that has room the others lacked none, as far as is known.
  const others = items.length < timelineLimits.pools ? total - items.length : 0;
  if (calm.length === 0 || calm.length + others < 2) return lanes;
  const keys = new Set(calm.map(({ pool_id: id }) => poolKey(id)));
  const folds = lanes.filter(({ key }) => keys.has(key));
  const heightPx = calm.length * rowPx;
  const fold: BoardLane = {
    key: "calm pools",
    table: "pools",
    name: lanesTexts.calmPools(calm.length + others, others > 0 || calm.some(({ coarse }) => coarse)),
    heightPx,
    summary: () =>
      lanesTexts.andOthers(calm.map(({ name, pool_id: id }) => visibleMarks(name ?? id)).join(", "), others),
    shapes: (of, scale) => [...unrecordedShapes(scale, heightPx, of, "pools"), ...poolBars(scale, calm, of)],
    folds,
  };
  const shown = lanes.filter(({ key }) => !keys.has(key));
  return shown.toSpliced(shown.length - after.length, 0, fold);
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
