// Filters the API does not have, applied to runs that were read. Kept apart from where the runs come from, so that
// whoever holds more of them can answer the same filters.
import type { Invocation } from "@/lib/contract/invocations";
import { parseInstant } from "@/lib/format/rfc3339";
import { tookMs } from "@/lib/format/usual";
import { type ListKey, listKeys, type ViewPart } from "./invocation-screen.ts";
import { spanMs } from "./span.ts";

/** How many of the newest runs are read to be narrowed. */
export const newestRead = 2_000;

/** Whether a screen asks for more than the API can filter by. */
export function isNarrowed(screen: ViewPart): boolean {
  return (
    listKeys.some((key) => (screen[key]?.length ?? 0) > 1 || screen[`not_${key}`] !== undefined) ||
    [
      screen.took_over,
      screen.took_under,
      screen.text,
      screen.payload_has,
      screen.output_has,
      screen.reason_has,
    ].some((value) => value !== undefined)
  );
}

/** How long a run took, or has been running at `nowMs`. A queued one has not run for a moment. */
function lastedMs(run: Invocation, nowMs: number): number | undefined {
  if (run.status === "queued") return undefined;
  const took = tookMs(run);
  if (took !== undefined || run.status !== "running") return took;
  const from = parseInstant(run.started_at ?? "");
  return from && Math.max(0, nowMs - from.epochMs);
}

const has = (words: string) => {
  const sought = words.toLowerCase();
  return (text: string | null | undefined) => text?.toLowerCase().includes(sought) ?? false;
};

type Test = (run: Invocation) => boolean;

function listTests(screen: ViewPart, key: ListKey): Test[] {
  const wanted: readonly string[] | undefined = screen[key];
  const excluded = screen[`not_${key}`];
  return [
    ...(wanted === undefined ? [] : [(run: Invocation) => wanted.includes(run[key] ?? "")]),
    ...(excluded === undefined ? [] : [(run: Invocation) => !excluded.includes(run[key] ?? "")]),
  ];
}

function durationTests({ took_over: over, took_under: under }: ViewPart, nowMs: number): Test[] {
  const [overMs, underMs] = [spanMs(over ?? ""), spanMs(under ?? "")];
  return [
    ...(overMs === undefined ? [] : [(run: Invocation) => (lastedMs(run, nowMs) ?? -1) > overMs]),
    ...(underMs === undefined
      ? []
      : [(run: Invocation) => (lastedMs(run, nowMs) ?? Number.POSITIVE_INFINITY) < underMs]),
  ];
}

function textTests({ text, payload_has: payload, output_has: output, reason_has: reason }: ViewPart): Test[] {
  const tests: Test[] = [];
  if (text !== undefined) {
    const found = has(text);
    tests.push((run) => found(run.status_reason) || found(run.payload) || found(run.output));
  }
  if (payload !== undefined) {
    const found = has(payload);
    tests.push((run) => found(run.payload));
  }
  if (output !== undefined) {
    const found = has(output);
    tests.push((run) => found(run.output));
  }
  if (reason !== undefined) {
    const found = has(reason);
    tests.push((run) => found(run.status_reason));
  }
  return tests;
}

/** The runs that pass a screen's filters. `nowMs` is when they were read: a running one has lasted until then. */
export function narrow(runs: readonly Invocation[], screen: ViewPart, nowMs: number): readonly Invocation[] {
  const tests = [
    ...listKeys.flatMap((key) => listTests(screen, key)),
    ...durationTests(screen, nowMs),
    ...textTests(screen),
  ];
  return runs.filter((run) => tests.every((test) => test(run)));
}
