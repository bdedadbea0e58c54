// Graceful shutdown. Long responses (streams, downloads) register how to end them; server/main.ts calls these when
// the process is stopped. Final writes register too: they run once the responses have ended, before the store closes.
import { perProcess } from "./per-process.ts";

const enders = perProcess("drain", () => new Set<() => void>());
const lastWrites = perProcess("last-writes", () => new Set<() => Promise<void>>());
const state = perProcess("drain-state", () => ({ draining: false, ready: false }));

/** Registers how to end one long response; the returned function removes the registration. */
export function onShutdown(end: () => void): () => void {
  enders().add(end);
  return () => void enders().delete(end);
}

/** Registers a write that must finish before the store closes; `write` runs once and logs its own faults. */
export function beforeClose(write: () => Promise<void>): void {
  lastWrites().add(write);
}

/** True once the process is stopping. */
export const isShuttingDown = (): boolean => state().draining;

/** True once the store is migrated and the framework is prepared. */
export const isReady = (): boolean => state().ready;

export function markReady(): void {
  state().ready = true;
}

/** Ends every registered response, once; one that throws does not prevent the others. */
export function startShutdown(): void {
  state().draining = true;
  for (const end of enders()) {
    try {
      end();
    } catch {
      // server/main.ts closes the connection anyway.
    }
  }
  enders().clear();
}

/** Runs the registered writes and waits for them. Never rejects. */
export async function flushBeforeClose(): Promise<void> {
  const writes = [...lastWrites()];
  lastWrites().clear();
  await Promise.allSettled(writes.map((write) => write()));
}
