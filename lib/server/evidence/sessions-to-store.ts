// Which browsers the leader stores evidence of, and of which it deletes it again because no rule names them.
import { type EvidenceKind, type EvidenceSettings, isOff } from "../../bff/evidence.ts";
import type { Database } from "../db/database.ts";
import type { LivingSession } from "../inventory/recorded-sessions.ts";
import { pinnedAmong } from "../inventory/resources.ts";
import { sessionsOfOpenOrFailed } from "../invocations/invocation-sessions.ts";
import { type EvidenceSubject, hasExceptions, mayBeStored, ruleOf } from "./evidence-rule.ts";
import { subjectsOfSessions } from "./evidence-subjects.ts";

const unknown: EvidenceSubject = { app: null, pools: [] };

/** Those of the sessions that had a failed or open invocation, or are pinned: what the rule `failed` names. */
export const failedOrPinned = async (
  db: Database,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set([
    ...(await sessionsOfOpenOrFailed(db, sessionIds)),
    ...(await pinnedAmong(db, "session", sessionIds)),
  ]);

/** The subject of each session; without reading anything where the kind has no exceptions. */
async function subjectReader(
  db: Database,
  settings: EvidenceSettings,
  kind: EvidenceKind,
  sessionIds: readonly string[],
): Promise<(sessionId: string) => EvidenceSubject> {
  if (!hasExceptions(settings, kind)) return () => unknown;
  const subjects = await subjectsOfSessions(db, sessionIds);
  return (id) => subjects.get(id) ?? unknown;
}

/**
 * Ids of those of the living browsers of which this kind of evidence is, or may turn out, to be stored. Without telemetry there
 * is none of the network.
 */
export async function sessionsToStore(
  db: Database,
  settings: EvidenceSettings,
  kind: EvidenceKind,
  living: readonly LivingSession[],
): Promise<string[]> {
  const having = kind === "network" ? living.filter(({ telemetry }) => telemetry.length > 0) : living;
  return await sessionsStillToStore(
    db,
    settings,
    kind,
    having.map(({ id }) => id),
  );
}

/** Those of the living browsers of which this kind of evidence is, or may turn out, to be stored. */
export async function sessionsStillToStore(
  db: Database,
  settings: EvidenceSettings,
  kind: EvidenceKind,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (isOff(settings, kind)) return [];
  const subjectOf = await subjectReader(db, settings, kind, sessionIds);
  return sessionIds.filter((id) => mayBeStored(settings, kind, subjectOf(id)));
}

/**
 * Those of the ended browsers of which evidence of this kind is to be deleted: under the rule `off`, and under `failed`
 * if they neither had a failed or open invocation nor are pinned.
 */
export async function sessionsToDelete(
  db: Database,
  settings: EvidenceSettings,
  kind: EvidenceKind,
  sessionIds: readonly string[],
): Promise<string[]> {
  const subjectOf = await subjectReader(db, settings, kind, sessionIds);
  const byRule = Map.groupBy(sessionIds, (id) => ruleOf(settings, kind, subjectOf(id)));
  const underFailed = byRule.get("failed") ?? [];
  const named = await failedOrPinned(db, underFailed);
  return [...(byRule.get("off") ?? []), ...underFailed.filter((id) => !named.has(id))];
}
