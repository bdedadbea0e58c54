import { hostname } from "node:os";
import type { Paces } from "../kernel/paces.ts";
import { Leadership } from "./leadership.ts";
import { SharedState } from "./shared-state.ts";
import { answerAsStandby } from "./standby-server.ts";

export interface JoinOptions {
  databaseUrl: string;
  dataDir: string;
  host: string;
  port: number;
  paces: Paces;
  report: (error: unknown) => void;
  warn: (message: string) => void;
  /** Called with the name of the service that works, when this one has to wait. */
  onStandby?: (holder: string) => void;
  /** Called when another service has taken over from this one, which must end. */
  onLost: (holder: string) => void;
}

/** Waits until this service is the one that works, on its address; undefined when `signal` aborts before. */
export async function joinSharedState(
  options: JoinOptions,
  signal: AbortSignal,
): Promise<SharedState | undefined> {
  const { databaseUrl, dataDir, host, port, report, ...events } = options;
  const paces = options.paces.sharedState;
  const holder = `${hostname()}:${process.pid}`;
  const leave = await answerAsStandby(host, port);
  try {
    const leadership = await Leadership.win({ ...events, databaseUrl, holder, paces }, signal);
    return leadership && new SharedState({ leadership, dataDir, paces, report });
  } finally {
    await leave();
  }
}
