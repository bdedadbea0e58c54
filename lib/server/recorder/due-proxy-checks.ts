// Selects the proxies to check next. Pure. A proxy is due when its last check of any source is old enough, with a jitter of
// a tenth, so that checks made together spread out. The budget limits the checks per hour.

export interface DueInput {
  proxyIds: readonly string[];
  lastCheckMs: ReadonlyMap<string, number>;
  everyMs: number;
  /** Scheduled checks left in the hour's budget. */
  left: number;
  nowMs: number;
  /** 0 to 1, constant for a proxy and its last check. */
  jitterOf: (proxyId: string, lastCheckMs: number) => number;
}

/** Hashes a text to a number from 0 to 1 (FNV-1a). */
export function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) / 0xffffffff;
}

/** The proxies to check now, longest due first, at most `left`. */
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
