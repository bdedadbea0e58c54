// Long answers (streams, downloads) register here so that a stop of the process can end them with a word.
// server/main.ts runs the set when the process is told to stop; both sides meet on one symbol. What is written last
// registers, too: it runs when the answers have ended, and the store waits for it.
import { perProcess } from "./per-process.ts";

const enders = () => perProcess("drain", () => new Set<() => void>());
const lastWrites = () => perProcess("last-writes", () => new Set<() => Promise<void>>());
const state = () => perProcess("drain-state", () => ({ draining: false, ready: false }));

/** Registers how to end one long answer; the returned function takes the registration back. */
export function onDrain(end: () => void): () => void {
  enders().add(end);
  return () => void enders().delete(end);
}

/** Registers what must be written before the store closes; `write` runs once, and reports its own faults. */
export function beforeClose(write: () => Promise<void>): void {
  lastWrites().add(write);
}

/** True once the process has been told to stop. */
export const isDraining = (): boolean => state().draining;

/** True once the store is migrated and the framework is prepared. */
export const isReady = (): boolean => state().ready;

export function markReady(): void {
  state().ready = true;
}

/** Ends every registered answer, once; one that throws does not keep the others from ending. */
export function startDrain(): void {
  state().draining = true;
  for (const end of enders()) {
    try {
      end();
    } catch {
      // The process is going away; the connection is cut below anyway.
    }
  }
  enders().clear();
}

/** Runs everything that must be written before the store closes, and waits for it. Never rejects. */
export async function writeLast(): Promise<void> {
  const writes = [...lastWrites()];
  lastWrites().clear();
  await Promise.allSettled(writes.map((write) => write()));
}
