// Order and preselection of the acquired sessions to release: cheapest first. Pure.
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { releaseChoiceTexts } from "../pool-on-demand-messages.ts";

/** Releases `one` known session, or some of those acquired, as many as a remedy needs. */
export type ReleaseRequest =
  | { readonly kind: "one"; readonly sessionId: string }
  | { readonly kind: "some"; readonly wanted: number | undefined };

const workOrder = { idle: 0, unknown: 1, running: 2 } as const satisfies Record<
  AcquiredSession["work"],
  number
>;

/** Last known activity, epoch milliseconds: the end of its last invocation, or its acquisition. */
function activeMs({
  invocation,
  first_seen_ms: seenMs,
  created_at_ms: createdMs,
}: AcquiredSession): number | null {
  const known = [invocation?.finished_at_ms ?? invocation?.started_at_ms, seenMs ?? createdMs].filter(
    (at) => at != null,
  );
  return known.length === 0 ? null : Math.max(...known);
}

function costs(a: AcquiredSession, b: AcquiredSession): number {
  if (a.work !== b.work) return workOrder[a.work] - workOrder[b.work];
  // Among busy browsers, the youngest invocation loses least.
  if (a.work === "running") return (b.invocation?.started_at_ms ?? 0) - (a.invocation?.started_at_ms ?? 0);
  return (activeMs(a) ?? Number.POSITIVE_INFINITY) - (activeMs(b) ?? Number.POSITIVE_INFINITY) || 0;
}

/** Cheapest first: idle ones by idle time, the longest first; busy ones last. */
export const cheapestFirst = (sessions: readonly AcquiredSession[]): AcquiredSession[] =>
  [...sessions].sort((a, b) => costs(a, b) || (a.id < b.id ? -1 : 1));

/** The initial selection: as many idle ones as wanted, none that may be busy. */
export const firstChoice = (sessions: readonly AcquiredSession[], wanted: number | undefined): string[] =>
  cheapestFirst(sessions)
    .filter(({ work }) => work === "idle")
    .slice(0, wanted ?? 0)
    .map(({ id }) => id);

/** Sessions in their previous order with new ones appended, so that nothing moves under the pointer. */
export function inPreviousOrder(
  sessions: readonly AcquiredSession[],
  previousIds: readonly string[],
): readonly AcquiredSession[] {
  const positionOf = new Map(previousIds.map((id, position) => [id, position]));
  const known = sessions.filter(({ id }) => positionOf.has(id));
  known.sort((a, b) => (positionOf.get(a.id) ?? 0) - (positionOf.get(b.id) ?? 0));
  return [...known, ...cheapestFirst(sessions.filter(({ id }) => !positionOf.has(id)))];
}

/** Typed ids, separated by spaces, commas or line breaks; without duplicates. */
export const typedIds = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((id) => id !== "")),
];

/** Why the list is empty; undefined where it is not. */
export function emptyMessage({ source, sessions }: PoolAcquired): string | undefined {
  if (sessions.length > 0) return undefined;
  return {
    list: releaseChoiceTexts.noneListedNow,
    seen: releaseChoiceTexts.noneSeen,
    not_linked: releaseChoiceTexts.browsersNotReported,
    not_read: releaseChoiceTexts.browsersNotLoaded,
  }[source];
}

/** How complete the list is: `3 of 4 acquired are known`. */
export function formatCompleteness({ acquired, sessions, more }: PoolAcquired): string {
  const known = releaseChoiceTexts.ofAcquiredAreKnown({
    known: formatCount(sessions.length),
    acquired: acquired === null ? "?" : formatCount(acquired),
  });
  return more ? releaseChoiceTexts.moreExist(known) : known;
}

/** Warnings about the selection before it is sent; one sentence each. */
export function warningsOf(
  { invocations, sessions }: Pick<PoolAcquired, "invocations" | "sessions">,
  chosen: readonly string[],
): string[] {
  const picked = new Set(chosen);
  const running = sessions.filter(({ id, work }) => picked.has(id) && work === "running").length;
  return [
    ...(running === 0
      ? []
      : [releaseChoiceTexts.invocationsWillFail(formatCountOf(running, "browser"), running)]),
    ...(invocations === "all" || sessions.length === 0 ? [] : [releaseChoiceTexts.notAllChecked]),
  ];
}
