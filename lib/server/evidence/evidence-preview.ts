// What settings would have stored of the last days, so that an operator sees what a rule means before it applies. The
// cost is bounded: the newest browsers are examined one by one, invocations are counted by application.

import {
  type EvidenceKind,
  type EvidencePreview,
  type EvidenceSettings,
  evidenceKinds,
} from "../../bff/evidence.ts";
import { dayMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { sessionsSeenSince } from "../inventory/recorded-sessions.ts";
import { countApps } from "../invocations/rollup-reads.ts";
import { rollupWidths } from "../invocations/rollups.ts";
import { averagePictureBytes } from "../pictures/picture-reads.ts";
import { averageStoredBytes } from "../stored-logs/stored-log-reads.ts";
import { type EvidenceSubject, hasExceptions, ruleOf } from "./evidence-rule.ts";
import { appOf, subjectsOfSessions } from "./evidence-subjects.ts";
import { failedOrPinned } from "./sessions-to-store.ts";

const examinedMs = 7 * dayMs;
/** The most browsers that are examined. */
const mostSessions = 2_000;
/** A shorter time says nothing about a day. */
const shortestMs = 600_000;
const megabyte = 1_000_000;

/** How many of the sessions the rules name, by kind. */
async function countSessions(
  db: Database,
  settings: EvidenceSettings,
  ids: readonly string[],
): Promise<Record<EvidenceKind, number>> {
  const named = await failedOrPinned(db, ids);
  const matters = evidenceKinds.some((kind) => hasExceptions(settings, kind));
  const subjects = matters ? await subjectsOfSessions(db, ids) : new Map<string, EvidenceSubject>();
  const count = (kind: EvidenceKind) =>
    ids.filter((id) => {
      const rule = ruleOf(settings, kind, subjects.get(id) ?? { app: null, pools: [] });
      return rule === "all" || (rule === "failed" && named.has(id));
    }).length;
  return {
    logs: count("logs"),
    network: count("network"),
    pictures: count("pictures"),
    video: count("video"),
  };
}

/** Megabytes of a day at this rate; 0 for nothing, null while the average size is unknown. */
function megabytesADay(
  count: number,
  fromMs: number,
  nowMs: number,
  averageBytes: number | null,
): number | null {
  if (count === 0) return 0;
  if (averageBytes === null) return null;
  return (count * averageBytes * dayMs) / Math.max(nowMs - fromMs, shortestMs) / megabyte;
}

/** What `settings` would have stored of the browsers and invocations recorded in the last 7 days. */
export async function previewEvidence(
  db: Database,
  settings: EvidenceSettings,
  nowMs: number,
): Promise<EvidencePreview> {
  const sinceMs = nowMs - examinedMs;
  const sessions = await sessionsSeenSince(db, sinceMs, mostSessions);
  const isComplete = sessions.length < mostSessions;
  // Where there are more, these have all that were last seen since the oldest of them.
  const seenMs = sessions.map((each) => (isComplete ? each.first_seen_ms : each.last_seen_ms));
  const browsersFromMs = Math.max(sinceMs, Math.min(nowMs, ...seenMs));
  const browsers = await countSessions(
    db,
    settings,
    sessions.map(({ id }) => id),
  );

  const apps = await countApps(db, { widthMs: rollupWidths.coarse, sinceMs });
  const invocationsFromMs = Math.max(sinceMs, Math.min(nowMs, ...apps.map((app) => app.first_ms)));
  const sum = (counted: typeof apps) => counted.reduce((total, app) => total + app.invocations, 0);
  const invocations = sum(
    apps.filter(({ app_name: name }) => ruleOf(settings, "logs", { app: appOf(name), pools: [] }) !== "off"),
  );

  const averages = await averageStoredBytes(db);
  const ofBrowsers = (kind: EvidenceKind, averageBytes: number | null) => ({
    browsers: browsers[kind],
    invocations: null,
    mb_per_day: megabytesADay(browsers[kind], browsersFromMs, nowMs, averageBytes),
  });
  const logs = ofBrowsers("logs", averages.browser);
  const ownLogs = megabytesADay(invocations, invocationsFromMs, nowMs, averages.invocation);
  const bothKnown = logs.mb_per_day !== null && ownLogs !== null;
  return {
    browsers: { examined: sessions.length, from_ms: browsersFromMs, complete: isComplete },
    invocations: { examined: sum(apps), from_ms: invocationsFromMs },
    kinds: {
      logs: { ...logs, invocations, mb_per_day: bothKnown ? (logs.mb_per_day ?? 0) + (ownLogs ?? 0) : null },
      network: ofBrowsers("network", averages.telemetry),
      pictures: ofBrowsers("pictures", await averagePictureBytes(db)),
      video: ofBrowsers("video", null),
    },
  };
}
