// Which rule applies to one browser or invocation. Pure.
import type { EvidenceException, EvidenceKind, EvidenceRule, EvidenceSettings } from "../../bff/evidence.ts";

/** What exceptions refer to. */
export interface EvidenceSubject {
  /** The application of an invocation; of a browser, that of its last invocation; null while unknown. */
  app: string | null;
  /** Ids and names of the pool that a browser was acquired from; empty without one. */
  pools: readonly string[];
}

type Rules = Pick<EvidenceSettings, EvidenceKind | "exceptions">;

type Applies = (exception: EvidenceException) => boolean;
const ofApp =
  (app: string | null): Applies =>
  (exception) =>
    exception.app !== undefined && exception.app === app;
const ofPool =
  (pools: readonly string[]): Applies =>
  (exception) =>
    exception.pool !== undefined && pools.includes(exception.pool);

/** The rule of the first exception that applies and has one for the kind. */
const exceptional = ({ exceptions }: Rules, kind: EvidenceKind, applies: Applies): EvidenceRule | undefined =>
  exceptions.find((exception) => exception[kind] !== undefined && applies(exception))?.[kind];

/** The rule for one kind: an exception for the application applies first, then one for the pool, then the general one. */
export const ruleOf = (settings: Rules, kind: EvidenceKind, { app, pools }: EvidenceSubject): EvidenceRule =>
  exceptional(settings, kind, ofApp(app)) ?? exceptional(settings, kind, ofPool(pools)) ?? settings[kind];

/**
 * Whether something of a browser is to be stored as far as is known now: also under the rule `failed`, because whether
 * an invocation fails is known when the browser is gone, and while its application or pool is unknown and an exception
 * for one may apply. Not video: what was recorded under an exception that did not apply could not be deleted.
 */
export function mayBeStored(settings: Rules, kind: EvidenceKind, subject: EvidenceSubject): boolean {
  if (ruleOf(settings, kind, subject) !== "off") return true;
  if (kind === "video") return false;
  const { app, pools } = subject;
  const poolMayMatter = pools.length === 0 && exceptional(settings, kind, ofApp(app)) === undefined;
  return settings.exceptions.some(
    ({ app: named, [kind]: rule = "off" }) =>
      rule !== "off" && (named === undefined ? poolMayMatter : app === null),
  );
}

/** Whether a kind has any exception; without one a browser's application and pool do not matter. */
export const hasExceptions = ({ exceptions }: Rules, kind: EvidenceKind): boolean =>
  exceptions.some(({ [kind]: rule }) => rule !== undefined);
