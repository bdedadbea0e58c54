// A forward proxy of our own on loopback. Where the system has more than one loopback address, each goes out
// from its own, so that targets can tell them apart.
import { timingSafeEqual } from "node:crypto";
import { Server } from "proxy-chain";

export const exitBehaviours = ["plain", "slow", "refusing", "guarded"] as const;
export type ExitBehaviour = (typeof exitBehaviours)[number];

export interface ExitSettings {
  behaviour: ExitBehaviour;
  /** The loopback address requests leave from. */
  address: string;
  /** Taken if it is free; 0 for any. */
  port: number;
  /** Asked for by a guarded exit. */
  credentials?: { username: string; password: string };
}

export interface LocalExit {
  port: number;
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

export const exitHost = "127.0.0.1";
const slowByMs = 1500;
// Below 1024 and out of use for decades: nothing takes it between two checks.
const closedPort = 1;

export async function startExit(settings: ExitSettings): Promise<LocalExit> {
  if (settings.behaviour === "refusing") return { port: closedPort, close: async () => undefined };
  const server = await listening(settings);
  return {
    port: server.port,
    close: () => server.close(true),
  };
}

async function listening(settings: ExitSettings): Promise<Server> {
  const preferred = makeServer(settings, settings.port);
  try {
    await preferred.listen();
    return preferred;
  } catch (error) {
    if (settings.port === 0) throw error;
    const anywhere = makeServer(settings, 0);
    await anywhere.listen();
    return anywhere;
  }
}

function makeServer({ behaviour, address, credentials }: ExitSettings, port: number): Server {
  return new Server({
    host: exitHost,
    port,
    prepareRequestFunction: async ({ username, password }) => {
      if (behaviour === "slow") await new Promise((resolve) => setTimeout(resolve, slowByMs));
      const welcome =
        !credentials || (same(username, credentials.username) && same(password, credentials.password));
      return {
        requestAuthentication: !welcome,
        ...(address === exitHost ? {} : { localAddress: address }),
      };
    },
  });
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A loopback address that is not in `taken`; the plain one where the system has no other. */
export function freeExitAddress(taken: ReadonlySet<string>, platform: string = process.platform): string {
  if (platform !== "linux") return exitHost;
  for (let n = 11; n < 250 * 250; n += 1) {
    const address = `127.0.${Math.floor(n / 250)}.${(n % 250) + 1}`;
    if (!taken.has(address)) return address;
  }
  return exitHost;
}
