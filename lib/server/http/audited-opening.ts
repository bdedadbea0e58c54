// What is looked at by many requests, such as a video: only its opening is audited, and again once it was not looked at for
// a while.
import "server-only";
import { LRUCache } from "lru-cache";
import { systemClock } from "../../clock.ts";
import { perProcess } from "../kernel/per-process.ts";
import { type Act, audited } from "./audited.ts";

const openForMs = 10 * 60_000;

/** What sign-ins have looked at recently, by `openingKey`. */
export const openings = perProcess(
  "openings",
  () =>
    new LRUCache<string, true>({
      max: 10_000,
      ttl: openForMs,
      ttlResolution: 0,
      perf: { now: systemClock.monotonicMs },
    }),
);

/** Openings in progress, by key; each resolves at its end. */
const inProgress = perProcess("openings-in-progress", () => new Map<string, Promise<void>>());

/** A sign-in and what it looks at. */
export const openingKey = ({ operator, action, target }: Act): string =>
  JSON.stringify([operator.sid, action, target]);

/** Runs `work` when no other work of that key runs: players and pages send several requests at once. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const others = inProgress();
  for (let other = others.get(key); other !== undefined; other = others.get(key)) await other;
  const ended = Promise.withResolvers<void>();
  others.set(key, ended.promise);
  try {
    return await work();
  } finally {
    others.delete(key);
    ended.resolve();
  }
}

/** Audits that a sign-in looks at something, unless it did so within the last ten minutes; throws as `audited`. */
export async function auditOpening(act: Act): Promise<void> {
  const key = openingKey(act);
  const known = openings();
  if (known.has(key)) return void known.set(key, true);
  await inTurn(key, async () => {
    if (!known.has(key)) await audited(act, async () => ({ status: 200 }));
    known.set(key, true);
  });
}
