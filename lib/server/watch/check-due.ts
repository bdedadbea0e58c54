// Which proxies a schedule checks next: pure. Each is due when its last check, whoever made it, is old enough, give or
// take a tenth, so that proxies checked together drift apart. The budget bounds what one hour may hold.

export interface DueInput {
  proxyIds: readonly string[];
  lastCheckMs: ReadonlyMap<string, number>;
  everyMs: number;
  /** How many more scheduled checks the hour has room for. */
  left: number;
  nowMs: number;
  /** 0 to 1 for a proxy and its last check: the same as long as that is its last. */
  jitterOf: (proxyId: string, lastCheckMs: number) => number;
}

/** A steady number from 0 to 1 for a text (FNV-1a). */
export function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) / 0xffffffff;
}

/** The proxies to check now, those that waited longest first; never more than the budget has left. */
export function dueProxies({ proxyIds, lastCheckMs, everyMs, left, nowMs, jitterOf }: DueInput): string[] {
  const due = [...new Set(proxyIds)].flatMap((id) => {
    const lastMs = lastCheckMs.get(id);
    if (lastMs === undefined) return [{ id, sinceMs: Number.NEGATIVE_INFINITY }];
    const dueMs = lastMs + everyMs * (0.9 + 0.2 * jitterOf(id, lastMs));
    return dueMs <= nowMs ? [{ id, sinceMs: dueMs }] : [];
  });
  due.sort((a, b) => a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1));
  return due.slice(0, Math.max(0, left)).map(({ id }) => id);
}
