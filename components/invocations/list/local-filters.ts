// Filters that the API lacks, applied to invocations that were read. Independent of the source, so that the
// recorder can apply the same filters to more of them.
import type { Invocation } from "@/lib/contract/invocations";
import { sinceEpochMs } from "@/lib/contract/since";
import { hasWords } from "@/lib/format/has-words";
import { parseInstant } from "@/lib/format/rfc3339";
import { tookMs } from "@/lib/format/usual-duration";
import { isInterruption } from "@/lib/insight/interruption";
import { reasonKey } from "@/lib/insight/reason-mask";
import { spanMs } from "./duration-input.ts";
import { type ListKey, listKeys, type ViewPart } from "./invocation-search-params.ts";

/** How many of the newest invocations are read for filtering. */
export const newestReadLimit = 2_000;

/** Whether a state has filters that the API lacks. */
export function isNarrowed(screen: ViewPart): boolean {
  return (
    listKeys.some((key) => (screen[key]?.length ?? 0) > 1 || screen[`not_${key}`] !== undefined) ||
    [
      screen.started_before,
      screen.took_over,
      screen.took_under,
      screen.text,
      screen.payload_has,
      screen.output_has,
      screen.reason_has,
      screen.reason_key,
      screen.interrupted,
    ].some((value) => value !== undefined)
  );
}

/** How long an invocation took, or had been running at `nowMs`; undefined for a queued one. */
function lastedMs(invocation: Invocation, nowMs: number): number | undefined {
  if (invocation.status === "queued") return undefined;
  const took = tookMs(invocation);
  if (took !== undefined || invocation.status !== "running") return took;
  const from = parseInstant(invocation.started_at ?? "");
  return from && Math.max(0, nowMs - from.epochMs);
}

const has = (needle: string) => {
  const searchText = needle.toLowerCase();
  return (text: string | null | undefined) => text?.toLowerCase().includes(searchText) ?? false;
};

const matchesSearch = ({ id, app_name, action_name }: Invocation, query: string): boolean =>
  hasWords([id, app_name, action_name], query);

/** Whether rows that the API returned for a search show that it has none: the specification lacks it. */
export const isSearchIgnored = (rows: readonly Invocation[], { query }: Pick<ViewPart, "query">): boolean =>
  query !== undefined && rows.some((row) => !matchesSearch(row, query));

type Test = (invocation: Invocation) => boolean;

function listTests(screen: ViewPart, key: ListKey): Test[] {
  const wanted: readonly string[] | undefined = screen[key];
  const excluded = screen[`not_${key}`];
  return [
    ...(wanted === undefined ? [] : [(invocation: Invocation) => wanted.includes(invocation[key] ?? "")]),
    ...(excluded === undefined
      ? []
      : [(invocation: Invocation) => !excluded.includes(invocation[key] ?? "")]),
  ];
}

function startTests({ started_before: before }: ViewPart, nowMs: number): Test[] {
  if (before === undefined) return [];
  const beforeMs = sinceEpochMs(before, nowMs);
  return [({ started_at: at }) => (parseInstant(at ?? "")?.epochMs ?? Number.POSITIVE_INFINITY) < beforeMs];
}

function durationTests({ took_over: over, took_under: under }: ViewPart, nowMs: number): Test[] {
  const [overMs, underMs] = [spanMs(over ?? ""), spanMs(under ?? "")];
  return [
    ...(overMs === undefined
      ? []
      : [(invocation: Invocation) => (lastedMs(invocation, nowMs) ?? -1) > overMs]),
    ...(underMs === undefined
      ? []
      : [(invocation: Invocation) => (lastedMs(invocation, nowMs) ?? Number.POSITIVE_INFINITY) < underMs]),
  ];
}

function searchTests({ query }: ViewPart): Test[] {
  return query === undefined ? [] : [(invocation) => matchesSearch(invocation, query)];
}

function textTests({ text, payload_has: payload, output_has: output, reason_has: reason }: ViewPart): Test[] {
  const tests: Test[] = [];
  if (text !== undefined) {
    const found = has(text);
    tests.push(
      (invocation) =>
        found(invocation.status_reason) || found(invocation.payload) || found(invocation.output),
    );
  }
  if (payload !== undefined) {
    const found = has(payload);
    tests.push((invocation) => found(invocation.payload));
  }
  if (output !== undefined) {
    const found = has(output);
    tests.push((invocation) => found(invocation.output));
  }
  if (reason !== undefined) {
    const found = has(reason);
    tests.push((invocation) => found(invocation.status_reason));
  }
  return tests;
}

function patternTests({ reason_key: key }: ViewPart): Test[] {
  if (key === undefined) return [];
  return [({ status, status_reason: reason }) => status === "failed" && reasonKey(reason ?? "") === key];
}

function interruptionTests({ interrupted }: ViewPart): Test[] {
  if (interrupted === undefined) return [];
  return [
    ({ status, status_reason: reason }) =>
      (status === "failed" && isInterruption(reason ?? null)) === (interrupted === "yes"),
  ];
}

/** The invocations that match the filters. `nowMs` is the time of the read, up to which running ones are
 *  measured. */
export function narrow(
  invocations: readonly Invocation[],
  screen: ViewPart,
  nowMs: number,
): readonly Invocation[] {
  const tests = [
    ...listKeys.flatMap((key) => listTests(screen, key)),
    ...startTests(screen, nowMs),
    ...durationTests(screen, nowMs),
    ...searchTests(screen),
    ...textTests(screen),
    ...patternTests(screen),
    ...interruptionTests(screen),
  ];
  return invocations.filter((invocation) => tests.every((test) => test(invocation)));
}

/** Those of the invocations read with the filters of the API that match: what it lacks is applied here, and a search that it
 *  ignored. */
export const matchingOf = (
  read: readonly Invocation[],
  screen: ViewPart,
  nowMs: number,
): readonly Invocation[] =>
  isNarrowed(screen) || isSearchIgnored(read, screen) ? narrow(read, screen, nowMs) : read;
