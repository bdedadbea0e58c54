// Counts the content of a saved browser state per cookie domain and per origin. Reads names and dates; never
// returns values. The inner format is unpublished, so anything absent is not counted.
import * as z from "zod/mini";
import { stateCountsTexts } from "./profile-on-demand-messages.ts";

export const namesShown = 50;

const domainCounts = z.object({
  domain: z.string(),
  cookies: z.int(),
  /** Session cookies: without an expiry date. */
  session: z.int(),
  expired: z.int(),
  secure: z.int(),
  /** The first 50. */
  names: z.array(z.string()),
});
const originCounts = z.object({ origin: z.string(), entries: z.int(), names: z.array(z.string()) });

export const stateCounts = z.object({
  domains: z.array(domainCounts),
  origins: z.array(originCounts),
  /** Entries that could not be parsed as a cookie or an origin. */
  unread: z.int(),
  /** Top-level keys of the file that are not counted here. */
  others: z.array(z.string()),
});
export type StateCounts = z.infer<typeof stateCounts>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A cookie's expiry as epoch seconds: undefined for a session cookie (none, null, -1 or 0). */
function expiryOf(cookie: Record<string, unknown>): number | undefined {
  const given = cookie.expires ?? cookie.expirationDate ?? cookie.expiry;
  return typeof given === "number" && given > 0 ? given : undefined;
}

/** Counts a parsed state; throws TypeError when it is not an object. `nowMs` decides what has expired. */
export function countState(state: unknown, nowMs: number): StateCounts {
  if (!isRecord(state)) throw new TypeError(stateCountsTexts.notASavedState);
  const domains = new Map<string, z.infer<typeof domainCounts>>();
  let unread = 0;
  for (const cookie of listOf(state.cookies)) {
    const name = isRecord(cookie) ? textOf(cookie.name) : undefined;
    if (!isRecord(cookie) || name === undefined) {
      unread += 1;
      continue;
    }
    const domain = textOf(cookie.domain) ?? stateCountsTexts.noDomain;
    const counts = domains.get(domain) ?? {
      domain,
      cookies: 0,
      session: 0,
      expired: 0,
      secure: 0,
      names: [],
    };
    domains.set(domain, counts);
    counts.cookies += 1;
    const expiry = expiryOf(cookie);
    if (expiry === undefined) counts.session += 1;
    else if (expiry * 1000 <= nowMs) counts.expired += 1;
    if (cookie.secure === true) counts.secure += 1;
    if (counts.names.length < namesShown) counts.names.push(name);
  }
  const origins: z.infer<typeof originCounts>[] = [];
  for (const given of listOf(state.origins)) {
    const origin = isRecord(given) ? textOf(given.origin) : undefined;
    if (!isRecord(given) || origin === undefined) {
      unread += 1;
      continue;
    }
    const entries = entriesOf(given.localStorage ?? given.local_storage);
    origins.push({ origin, entries: entries.length, names: entries.slice(0, namesShown) });
  }
  const others = Object.keys(state).filter((key) => key !== "cookies" && key !== "origins");
  return {
    domains: [...domains.values()].sort((a, b) => b.cookies - a.cookies || (a.domain < b.domain ? -1 : 1)),
    origins: origins.sort((a, b) => b.entries - a.entries || (a.origin < b.origin ? -1 : 1)),
    unread,
    others,
  };
}

/** Names of an origin's storage entries, stored as a list of entries or as one object. */
function entriesOf(stored: unknown): string[] {
  if (isRecord(stored)) return Object.keys(stored);
  return listOf(stored).flatMap((entry) => {
    const name = isRecord(entry) ? textOf(entry.name) : undefined;
    return name === undefined ? [] : [name];
  });
}
