// Cache of the browser sessions of running invocations: many pages need them, and each invocation costs a call. Entries
// of a young invocation expire sooner, because it creates its browsers at its start; first ones sooner by chance, so that those
// of many invocations are not all read at the same time again and again.
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";

/** Limits of an entry's maximum age, which is a sixth of the invocation's age. */
interface AgeLimits {
  readonly minMs: number;
  readonly maxMs: number;
}
const shareOfAge = 1 / 6;
/** The share of the maximum age for a first entry: what asks at one time for the same invocation several times gets one reading. */
const leastShare = 0.1;

export interface InvocationSessionsDeps {
  /** Reads the ids of an invocation's sessions; rejects when the API fails. */
  read: (invocationId: string) => Promise<readonly string[]>;
  clock: Pick<Clock, "nowMs" | "monotonicMs">;
  /** From 0 to 1; by default by chance. */
  random?: () => number;
}

interface CacheEntry {
  /** By the monotonic clock. */
  readonly atMs: number;
  /** How much of the maximum age this entry may reach. */
  readonly share: number;
  readonly sessionIds: Promise<readonly string[]>;
}

export class InvocationSessions {
  readonly #deps: InvocationSessionsDeps;
  readonly #entries = new LRUCache<string, CacheEntry>({ max: 500 });

  constructor(deps: InvocationSessionsDeps) {
    this.#deps = deps;
  }

  /** Ids of an invocation's sessions, at most as old as the limits allow. Failures are not cached. */
  of(
    { id, startedAtMs }: { id: string; startedAtMs: number | null },
    { minMs, maxMs }: AgeLimits = paces.invocationSessions.usual,
  ): Promise<readonly string[]> {
    const { clock, read, random = Math.random } = this.#deps;
    const nowMs = clock.monotonicMs();
    const cached = this.#entries.get(id);
    const ageMs = startedAtMs === null ? 0 : clock.nowMs() - startedAtMs;
    const maxAgeMs = Math.min(maxMs, Math.max(minMs, ageMs * shareOfAge));
    if (cached !== undefined && nowMs - cached.atMs < maxAgeMs * cached.share) return cached.sessionIds;
    const share = cached === undefined ? leastShare + (1 - leastShare) * random() : 1;
    const entry = { atMs: nowMs, share, sessionIds: read(id) };
    this.#entries.set(id, entry);
    entry.sessionIds.catch(() => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id);
    });
    return entry.sessionIds;
  }
}
