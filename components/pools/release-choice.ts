// Which acquired sessions to give back: those that cost least first, and what is chosen before anybody chooses. Pure.
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import { formatCount } from "@/lib/format/numbers";

/** What is asked for: `one` session that is known, or some of those that are acquired, as many as a remedy needs. */
export type ReleaseRequest =
  | { readonly kind: "one"; readonly sessionId: string }
  | { readonly kind: "some"; readonly wanted: number | undefined };

const workOrder = { idle: 0, unknown: 1, running: 2 } as const satisfies Record<
  AcquiredSession["work"],
  number
>;

/** When something was last known to happen with it, epoch milliseconds: the end of its last run, or that it came. */
function activeMs({ run, first_seen_ms: seenMs, created_at_ms: createdMs }: AcquiredSession): number | null {
  const known = [run?.finished_at_ms ?? run?.started_at_ms, seenMs ?? createdMs].filter((at) => at != null);
  return known.length === 0 ? null : Math.max(...known);
}

function costs(a: AcquiredSession, b: AcquiredSession): number {
  if (a.work !== b.work) return workOrder[a.work] - workOrder[b.work];
  // Of those at work the youngest run loses least.
  if (a.work === "running") return (b.run?.started_at_ms ?? 0) - (a.run?.started_at_ms ?? 0);
  return (activeMs(a) ?? Number.POSITIVE_INFINITY) - (activeMs(b) ?? Number.POSITIVE_INFINITY) || 0;
}

/** The cheapest first: idle ones, the longest quiet before the others; those at work last. */
export const cheapestFirst = (sessions: readonly AcquiredSession[]): AcquiredSession[] =>
  [...sessions].sort((a, b) => costs(a, b) || (a.id < b.id ? -1 : 1));

/** What is chosen at the beginning: as many idle ones as are wanted. Nothing that may be at work. */
export const firstChoice = (sessions: readonly AcquiredSession[], wanted: number | undefined): string[] =>
  cheapestFirst(sessions)
    .filter(({ work }) => work === "idle")
    .slice(0, wanted ?? 0)
    .map(({ id }) => id);

/** Sessions in the places they had; those that came since are behind them, so that nothing moves under the pointer. */
export function inPlace(
  sessions: readonly AcquiredSession[],
  places: readonly string[],
): readonly AcquiredSession[] {
  const placeOf = new Map(places.map((id, place) => [id, place]));
  const known = sessions.filter(({ id }) => placeOf.has(id));
  known.sort((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0));
  return [...known, ...cheapestFirst(sessions.filter(({ id }) => !placeOf.has(id)))];
}

/** Ids that were typed, apart by spaces, commas or lines; each once. */
export const typedIds = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((id) => id !== "")),
];

/** `1 browser`, `3 browsers`. */
export const countOf = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? "browser" : "browsers"}`;

/** Why nothing is listed; undefined where something is. */
export function nothingWords({ source, sessions }: PoolAcquired): string | undefined {
  if (sessions.length > 0) return undefined;
  return {
    list: "No acquired session of this pool is listed now.",
    seen: "No acquired session of this pool was seen.",
    not_linked:
      "This API does not tell which sessions are this pool's, and the dashboard has seen none in the last day.",
    not_read: "The sessions could not be read just now.",
  }[source];
}

/** How much of what is acquired is listed: `3 of 4 acquired are known`. */
export function completenessWords({ acquired, sessions, more }: PoolAcquired): string {
  const known = `${formatCount(sessions.length)} of ${acquired === null ? "?" : formatCount(acquired)} acquired are known`;
  return more ? `${known}, and there are more` : known;
}

/** What an operator has to know of the choice before it is sent; one sentence each. */
export function warningsOf(
  { runs, sessions }: Pick<PoolAcquired, "runs" | "sessions">,
  chosen: readonly string[],
): string[] {
  const picked = new Set(chosen);
  const running = sessions.filter(({ id, work }) => picked.has(id) && work === "running").length;
  return [
    ...(running === 0
      ? []
      : [
          `${countOf(running)} of the chosen ${running === 1 ? "has" : "have"} a running invocation, which loses it and will most likely fail.`,
        ]),
    ...(runs === "all" || sessions.length === 0
      ? []
      : [
          "Not all running invocations could be asked for their browsers: one without a known run may be at work.",
        ]),
  ];
}

/** What came of it: `2 browsers released, 1 failed, 1 not sent`. */
export function releasedWords(done: number, failed: number, unsent: number): string {
  return [
    `${countOf(done)} released`,
    failed === 0 ? undefined : `${formatCount(failed)} failed`,
    unsent === 0 ? undefined : `${formatCount(unsent)} not sent`,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}
