// A forward proxy that the service runs on loopback. On Linux, where 127.0.0.0/8 is loopback, each sends from its own
// address, so that targets can distinguish them.
import { timingSafeEqual } from "node:crypto";
import { Server } from "proxy-chain";
import { isHostAddress } from "../kernel/host-addresses.ts";
import { hostRefused, lookupExcept } from "./host-guard.ts";

export const exitBehaviours = ["plain", "slow", "refusing", "guarded"] as const;
export type ExitBehaviour = (typeof exitBehaviours)[number];

export interface ExitSettings {
  behaviour: ExitBehaviour;
  /** The loopback address from which requests are sent. */
  address: string;
  /** The preferred port; another one is used when it is taken. 0 for any. */
  port: number;
  /** Required from clients; absent: none. */
  credentials?: { username: string; password: string };
  /** The only ports of this machine that it connects to; undefined: any. */
  hostPorts?: ReadonlySet<number> | undefined;
}

export interface LocalExit {
  port: number;
  /** Closes it with all its connections. */
  close(): Promise<void>;
}

export const exitHost = "127.0.0.1";
const slowDelayMs = 1500;
// tcpmux, below 1024 and unused: no program will listen on it.
const closedPort = 1;

/** Starts a proxy with this behaviour; a refusing one only has a closed port. */
export async function startExit(settings: ExitSettings): Promise<LocalExit> {
  if (settings.behaviour === "refusing") return { port: closedPort, close: async () => undefined };
  const server = await listening(settings);
  return {
    port: server.port,
    close: () => server.close(true),
  };
}

async function listening(settings: ExitSettings): Promise<Server> {
  const preferred = createServer(settings, settings.port);
  try {
    await preferred.listen();
    return preferred;
  } catch (error) {
    if (settings.port === 0) throw error;
    const fallback = createServer(settings, 0);
    await fallback.listen();
    return fallback;
  }
}

function createServer({ behaviour, address, credentials, hostPorts }: ExitSettings, port: number): Server {
  return new Server({
    host: exitHost,
    port,
    prepareRequestFunction: async ({ username, password, hostname, port: targetPort }) => {
      if (behaviour === "slow") await new Promise((resolve) => setTimeout(resolve, slowDelayMs));
      const authorized =
        !credentials || (same(username, credentials.username) && same(password, credentials.password));
      const limited = hostPorts !== undefined && !hostPorts.has(targetPort);
      if (limited && isHostAddress(hostname)) throw hostRefused();
      return {
        ...(limited ? { dnsLookup: lookupExcept(isHostAddress) } : {}),
        requestAuthentication: !authorized,
        ...(address === exitHost ? {} : { localAddress: address }),
      };
    },
  });
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A loopback address that is not in `taken`; 127.0.0.1 on systems other than Linux or when all are taken. */
export function findFreeExitAddress(taken: ReadonlySet<string>, platform: string = process.platform): string {
  if (platform !== "linux") return exitHost;
  for (let n = 11; n < 250 * 250; n += 1) {
    const address = `127.0.${Math.floor(n / 250)}.${(n % 250) + 1}`;
    if (!taken.has(address)) return address;
  }
  return exitHost;
}
