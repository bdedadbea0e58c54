// Counters of changes that make something stale which a process may have cached: its own changes and, over a shared
// database, those of the other replicas (db/change-notices.ts). A cache remembers the count that it was filled at.
import { perProcess } from "./per-process.ts";

/** `reads`: what the API returns, after a write. `acts`: what the store has, after an audited act. `access`: sign-ins,
 *  accounts and API tokens. */
export const changes = ["reads", "acts", "access"] as const;
export type Change = (typeof changes)[number];

interface Counters {
  counts: Record<Change, number>;
  tell: ((change: Change) => void) | undefined;
}
const counters = perProcess(
  "changes",
  (): Counters => ({ counts: { reads: 0, acts: 0, access: 0 }, tell: undefined }),
);

/** How many changes of a kind this process knows of. */
export const changesOf = (change: Change): number => counters().counts[change];

/** Counts a change that was made elsewhere. */
export function countChange(change: Change): void {
  counters().counts[change] += 1;
}

/** Counts a change that this process made, and notifies the other replicas where there is a way to. */
export function noteChange(change: Change): void {
  countChange(change);
  counters().tell?.(change);
}

/** Sets how the other replicas are notified. */
export function tellChangesBy(tell: (change: Change) => void): void {
  counters().tell = tell;
}
