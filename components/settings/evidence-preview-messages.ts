// What settings would have stored, in words. Pure.

import {
  type EvidenceKind,
  type EvidencePreview,
  type EvidenceSettings,
  evidenceKinds,
} from "@/lib/bff/evidence";
import { dayMs, hourMs } from "@/lib/bff/time-units";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { megabytesOf } from "./evidence-messages.ts";

/** The time since the examined history begins: `the last 7 days`, `the last 3 hours`. */
function formatPeriod(fromMs: number, nowMs: number): string {
  const pastMs = nowMs - fromMs;
  const [count, unit] =
    pastMs >= 2 * dayMs
      ? [Math.round(pastMs / dayMs), "days"]
      : pastMs >= 2 * hourMs
        ? [Math.round(pastMs / hourMs), "hours"]
        : [Math.max(2, Math.round(pastMs / 60_000)), "minutes"];
  return `the last ${count} ${unit}`;
}

/** What a kind's rule would have stored: `41 of 312 browsers in the last 7 days, about 120 MB per day`. */
export function formatPreview(
  { browsers, invocations, kinds }: EvidencePreview,
  kind: EvidenceKind,
  nowMs: number,
): string {
  const stored = kinds[kind];
  const share = (part: number, examined: number) => `${formatCount(part)} of ${formatCount(examined)}`;
  const [period, ownPeriod] = [browsers, invocations].map(({ from_ms: fromMs }) =>
    formatPeriod(fromMs, nowMs),
  );
  const ofBrowsers = browsers.complete
    ? `${share(stored.browsers, browsers.examined)} browsers`
    : `${formatCount(stored.browsers)} of the newest ${formatCount(browsers.examined)} browsers`;
  const ofInvocations =
    stored.invocations === null
      ? undefined
      : `${share(stored.invocations, invocations.examined)} invocations`;
  const counts =
    ofInvocations === undefined
      ? `${ofBrowsers} in ${period}`
      : period === ownPeriod
        ? `${ofBrowsers} and ${ofInvocations} in ${period}`
        : `${ofBrowsers} in ${period}, ${ofInvocations} in ${ownPeriod}`;
  if (stored.mb_per_day === null) return `${counts}, size unknown yet`;
  if (stored.mb_per_day === 0) return counts;
  return `${counts}, about ${formatBytes(megabytesOf(stored.mb_per_day))} per day`;
}

/** That everything stored would exceed its limit before its age; undefined while it would not. */
export function formatOverflow(
  { kinds }: EvidencePreview,
  { days, max_mb: maxMb }: Pick<EvidenceSettings, "days" | "max_mb">,
): string | undefined {
  const perDay = evidenceKinds.reduce((sum, kind) => sum + (kinds[kind].mb_per_day ?? 0), 0);
  if (perDay * days <= maxMb) return undefined;
  const fits = maxMb / perDay;
  const after =
    fits < 1 ? "less than a day" : `about ${formatCount(Math.floor(fits))} ${fits < 2 ? "day" : "days"}`;
  return `${formatBytes(megabytesOf(maxMb))} is full after ${after} at about ${formatBytes(megabytesOf(perDay))} per day. Then the oldest is deleted before ${days === 1 ? "a day is" : `${formatCount(days)} days are`} over.`;
}
