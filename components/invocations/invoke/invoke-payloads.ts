import type { Invocation } from "@/lib/contract/invocations";

export interface RecentPayload {
  readonly payload: string;
  /** The newest invocation with this payload. */
  readonly invocation: Invocation;
  /** Number of read invocations with this payload. */
  readonly times: number;
}

const atMost = 20;
const previewLength = 80;

/** The distinct payloads of these invocations, in their order (newest first). */
export function recentPayloads(invocations: readonly Invocation[]): readonly RecentPayload[] {
  const found = new Map<string, RecentPayload>();
  for (const invocation of invocations) {
    const { payload } = invocation;
    if (!payload) continue;
    const before = found.get(payload);
    found.set(payload, before ? { ...before, times: before.times + 1 } : { payload, invocation, times: 1 });
  }
  return [...found.values()].slice(0, atMost);
}

/** One line of a payload, truncated for a menu. */
export function previewOf(payload: string): string {
  const line = payload
    .slice(0, previewLength * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > previewLength ? `${line.slice(0, previewLength)}…` : line;
}
