"use client";

import { useSyncExternalStore } from "react";
import { z } from "zod";

/** What this browser keeps about processes: the memory limits its operator set, and the ids that logs have named, which
 *  a log that overflows says only once. */
const memory = z.object({
  /** Bytes, by the process's name, or by its id where it has none. */
  limits: z.record(z.string(), z.number().positive()),
  seen: z.array(z.object({ session: z.string(), name: z.string(), processId: z.guid() })),
});
type Memory = z.infer<typeof memory>;

const storageKey = "fleetdeck.processes";
const mostSeen = 100;
const mostLimits = 50;
const nothing: Memory = { limits: {}, seen: [] };
const listeners = new Set<() => void>();
let now: Memory | undefined;

function current(): Memory {
  if (now !== undefined) return now;
  try {
    const kept = memory.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null"));
    now = kept.success ? kept.data : nothing;
  } catch {
    // Storage may be refused, or hold what is no JSON.
    now = nothing;
  }
  return now;
}

function keep(next: Memory): void {
  now = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // It then lasts for this page only.
  }
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

export function useProcessMemory(): Memory {
  return useSyncExternalStore(subscribe, current, () => nothing);
}

/** Sets or, with undefined, removes the limit of a process. */
export function setMemoryLimit(key: string, limitBytes: number | undefined): void {
  const { [key]: _, ...others } = current().limits;
  const kept = Object.fromEntries(Object.entries(others).slice(1 - mostLimits));
  keep({ ...current(), limits: limitBytes === undefined ? others : { ...kept, [key]: limitBytes } });
}

/** Remembers that a session's log has named a process. */
export function rememberProcess(session: string, name: string, processId: string): void {
  const { seen } = current();
  if (seen.some((each) => each.session === session && each.processId === processId)) return;
  keep({ ...current(), seen: [...seen.slice(1 - mostSeen), { session, name, processId }] });
}
