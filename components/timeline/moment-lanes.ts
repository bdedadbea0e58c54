// Checks, audited actions, log gaps and pool capacity as shapes. Pure.

import type { RecorderGap } from "@/lib/bff/recorder-gap";
import {
  type Annotation,
  poolSliceMs,
  type Timeline,
  type TimelineAct,
  type TimelineCheck,
  type TimelineLogGap,
  type TimelinePool,
} from "@/lib/bff/timeline";
import { formatActName, outcomeTexts } from "@/lib/format/act-messages";
import { failureCause } from "@/lib/format/failure-messages";
import { paces } from "@/lib/paces";
import { packed, type Scale, type Shape, spanBox, type Tone, xOf } from "./lane-shapes.ts";
import { rowPx } from "./span-lanes.ts";
import { momentLanesTexts } from "./timeline-messages.ts";

export const momentHeightPx = 20;
export const poolHeightPx = 28;

/** A check is a bar: full height when available, low and wide otherwise. */
export function checkShapes(scale: Scale, checks: readonly TimelineCheck[]): readonly Shape[] {
  return [...checks].reverse().map(({ at_ms, status, name, proxy_id, source }) => {
    const x = Math.min(xOf(scale, at_ms), Math.max(0, scale.widthPx - 4));
    const title = momentLanesTexts.check({
      proxy: name ?? proxy_id,
      status,
      time: scale.timeText(at_ms),
      source,
    });
    if (status === "available") return { x, y: 2, w: 3, h: 16, tone: "ok", title };
    if (status === "unavailable") return { x, y: 10, w: 5, h: 8, tone: "bad", title };
    return { x, y: 7, w: 3, h: 6, tone: "other", title };
  });
}

/** Whether an action was refused or failed. */
export const actFailed = ({ status, outcome }: TimelineAct): boolean =>
  outcome === "denied" || (status !== null && status >= 400);

/** How an action ended, in one word of the audit. */
export function actOutcome(action: TimelineAct): string {
  if (action.outcome === "denied") return outcomeTexts.refused;
  if (action.outcome === "unanswered") return outcomeTexts.unknown;
  return actFailed(action) ? outcomeTexts.failed : outcomeTexts.ok;
}

/** The same with the cause of a failure. */
export const formatOutcome = (action: TimelineAct): string =>
  action.code === null ? actOutcome(action) : `${actOutcome(action)}: ${failureCause(action.code)}`;

/** An action is a bar; a refused or failed one is low and wide. */
export function actShapes(scale: Scale, actions: readonly TimelineAct[]): readonly Shape[] {
  return [...actions].reverse().map((each) => {
    const x = Math.min(xOf(scale, each.at_ms), Math.max(0, scale.widthPx - 5));
    const title = momentLanesTexts.act({
      actor: each.actor,
      act: formatActName(each.action),
      object: each.target_name ?? each.target,
      answer: formatOutcome(each),
      time: scale.timeText(each.at_ms),
    });
    if (actFailed(each)) return { x, y: 10, w: 5, h: 8, tone: "bad", title };
    return { x, y: 2, w: 3, h: 16, tone: "other", title };
  });
}

/** Times with missing lines of watched logs; overlapping ones are drawn over each other. */
export function logGapShapes(scale: Scale, gaps: readonly TimelineLogGap[]): readonly Shape[] {
  return gaps.map((gap) => {
    const missing =
      gap.lines === null ? momentLanesTexts.anUnknownNumberOfLines : momentLanesTexts.lines(gap.lines);
    return {
      ...spanBox(scale, gap.from_ms ?? gap.to_ms, gap.to_ms, 3),
      y: 6,
      h: 10,
      tone: "warn",
      title: momentLanesTexts.linesMissing({
        log: gap.log,
        session: gap.session_id,
        missing,
        until: scale.timeText(gap.to_ms),
        reason: gap.reason,
      }),
    };
  });
}

/** An operator's annotation, with its note. */
export function annotationShapes(scale: Scale, annotations: readonly Annotation[]): readonly Shape[] {
  return annotations.map(({ at_ms, note, by }) => ({
    x: Math.min(Math.max(0, xOf(scale, at_ms) - 2), Math.max(0, scale.widthPx - 5)),
    y: 0,
    w: 5,
    h: 9,
    tone: "annotation",
    title: `${note} (${by}, ${scale.timeText(at_ms)})`,
  }));
}

const recorderRows = 3;

/** Times in which lists were not read, one row per list; those filled later are low. */
export function recorderShapes(scale: Scale, gaps: readonly RecorderGap[]): readonly Shape[] {
  const oldestFirst = [...gaps].reverse();
  const boxes = oldestFirst.map((gap) => spanBox(scale, gap.from_ms, gap.to_ms ?? scale.range.toMs, 3));
  const rows = packed(boxes, recorderRows);
  return oldestFirst.map((gap, at) => ({
    ...(boxes[at] ?? { x: 0, w: 0 }),
    y: 1 + (rows[at] ?? 0) * rowPx + (gap.filled ? 3 : 0),
    h: gap.filled ? 2 : 5,
    tone: gap.filled ? "other" : "blind",
    title: momentLanesTexts.notReadFromTo({
      list: gap.list,
      from: scale.timeText(gap.from_ms),
      to: gap.to_ms === null ? null : scale.timeText(gap.to_ms),
      why: failureCause(gap.why),
      filled: gap.filled,
    }),
  }));
}

const layers: readonly { key: "acquired" | "available" | "unfilled"; tone: Tone }[] = [
  { key: "acquired", tone: "running" },
  { key: "available", tone: "ok" },
  { key: "unfilled", tone: "unfilled" },
];

const coarseStepMs = 300_000;

type PoolRead = Pick<Timeline, "read_at_ms" | "gaps" | "pool_slice_ms">;

interface PoolStep {
  readonly fromMs: number;
  readonly toMs: number;
  readonly available: number;
  readonly acquired: number;
  readonly size: number | null;
}

/** Times of equal counts. Samples are joined while nothing changes, so that a calm pool is one box. */
function poolSteps(
  scale: Scale,
  { points, coarse }: TimelinePool,
  { read_at_ms: readAtMs, gaps, pool_slice_ms: sliceMs = poolSliceMs(scale.range) }: PoolRead,
): readonly PoolStep[] {
  const { fromMs: beginMs, toMs: endMs } = scale.range;
  // Stored five-minute figures may be further apart than the slices.
  const longestMs = Math.max(paces.samples.poolGapMs, 2 * sliceMs, coarse ? 2 * coarseStepMs : 0);
  const steps: PoolStep[] = [];
  points.forEach(({ at_ms: atMs, available, acquired, size }, at) => {
    if (available === null || acquired === null) return;
    const next = points[at + 1]?.at_ms ?? Math.min(endMs, readAtMs);
    const unreadFrom = gaps.items.flatMap((gap) =>
      gap.list === "pools" && !gap.filled && gap.from_ms >= atMs ? [gap.from_ms] : [],
    );
    const toMs = Math.min(next, atMs + longestMs, ...unreadFrom);
    const fromMs = Math.max(beginMs, atMs);
    const last = steps.at(-1);
    if (toMs <= beginMs) return;
    if (
      last?.toMs === fromMs &&
      last.available === available &&
      last.acquired === acquired &&
      last.size === size
    )
      steps[steps.length - 1] = { ...last, toMs };
    else steps.push({ fromMs, toMs, available, acquired, size });
  });
  return steps;
}

/** The largest sum of a pool's browsers, or its size; undefined without a sample. */
export function poolMaximum({ points }: TimelinePool): number | undefined {
  const totals = points.flatMap(({ size, available, acquired }) =>
    available === null || acquired === null ? [] : [Math.max(size ?? 0, available + acquired)],
  );
  return totals.length === 0 ? undefined : Math.max(1, ...totals);
}

/** A thin bar for each pool, with nothing where there was no sample. */
export const poolBars = (scale: Scale, pools: readonly TimelinePool[], read: PoolRead): readonly Shape[] =>
  pools.flatMap((pool, at) =>
    poolSteps(scale, pool, read).map(
      ({ fromMs, toMs }): Shape => ({
        ...spanBox(scale, fromMs, toMs, 1),
        y: at * rowPx,
        h: rowPx - 1,
        tone: "ok",
        title: pool.name ?? pool.pool_id,
      }),
    ),
  );

/** A pool's capacity in steps: each sample holds until the next, or a gap; nothing is drawn where there was none. */
export function poolShapes(scale: Scale, pool: TimelinePool, read: PoolRead): readonly Shape[] {
  const maximum = poolMaximum(pool) ?? 1;
  return poolSteps(scale, pool, read).flatMap(({ fromMs, toMs, available, acquired, size }): Shape[] => {
    const unfilled = size === null ? 0 : Math.max(0, size - available - acquired);
    const counts = { acquired, available, unfilled };
    const box = spanBox(scale, fromMs, toMs, 1);
    const title = momentLanesTexts.capacity({
      acquired,
      available,
      unfilled: size === null ? undefined : unfilled,
      time: scale.timeText(fromMs),
    });
    let below = 0;
    return layers.flatMap(({ key, tone }): Shape[] => {
      if (counts[key] === 0) return [];
      const h = (counts[key] / maximum) * poolHeightPx;
      below += h;
      return [{ ...box, y: poolHeightPx - below, h, tone, title }];
    });
  });
}
