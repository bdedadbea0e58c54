import { isIPv6 } from "node:net";
import { hostname } from "node:os";
import { interfaceAddresses } from "../kernel/host-addresses.ts";
import type { Paces } from "../kernel/paces.ts";
import { Leadership } from "./leadership.ts";
import { SharedState } from "./shared-state.ts";
import { answerAsStandby } from "./standby-server.ts";

export interface JoinOptions {
  databaseUrl: string;
  dataDir: string;
  host: string;
  /** Not 0: the others reach this service by it. */
  port: number;
  paces: Paces;
  report: (error: unknown) => void;
  warn: (message: string) => void;
  /** Called with the name of the service that works, whenever that is another one while this one waits. */
  onStandby?: (holder: string) => void;
  /** Called when another service has taken over from this one, which must end. */
  onLost: (holder: string) => void;
}

/** The address at which other services reach one that listens on `host`. */
export function addressOf(host: string, port: number): string {
  const isAny = host === "0.0.0.0" || host === "::";
  const own = host === "::" ? [...interfaceAddresses(), ...interfaceAddresses("IPv6")] : interfaceAddresses();
  const reached = isAny ? (own[0] ?? "127.0.0.1") : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}

export interface Joined {
  sharedState: SharedState;
  /** Ends the answers that are given until this service listens itself, and frees its port. */
  freePort: () => Promise<void>;
}

/**
 * Waits until this service is the one that works, and forwards to that one meanwhile; undefined when `signal` aborts before.
 * From then on it answers that it lives and that it is not ready.
 */
export async function joinSharedState(
  options: JoinOptions,
  signal: AbortSignal,
): Promise<Joined | undefined> {
  const { databaseUrl, dataDir, host, port, report, warn, onLost } = options;
  const paces = options.paces.sharedState;
  // Neither this nor the address tells services apart: on different machines both may be the same.
  const holder = `${hostname()}:${process.pid}`;
  const standby = await answerAsStandby({ host, port, paces: options.paces });
  try {
    const leadership = await Leadership.win(
      {
        databaseUrl,
        paces,
        onLost,
        warn,
        holder,
        address: addressOf(host, port),
        onStandby(leader) {
          // It may be an earlier process with this one's address: what comes back is not forwarded again.
          standby.forwardTo(new URL(leader.address));
          options.onStandby?.(leader.holder);
        },
      },
      signal,
    );
    if (leadership === undefined) {
      await standby.close();
      return undefined;
    }
    standby.takeOver();
    return {
      sharedState: new SharedState({ leadership, dataDir, paces, report }),
      freePort: standby.close,
    };
  } catch (error) {
    await standby.close();
    throw error;
  }
}
