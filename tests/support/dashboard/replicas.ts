// Two dashboards on one database behind one origin, each with its own relay to the API that records requests.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, listenOnFreePort } from "../programs/free-port.ts";
import { startLoadBalancer } from "../programs/load-balancer.ts";
import { forwardRequest } from "../programs/reverse-proxy.ts";
import { adminPassword, type RunningDashboard, sendRequest, startDashboard, Visitor } from "./dashboard.ts";

export interface Replica {
  /** Reaches this one only. */
  directUrl: string;
  /** Its requests to the API, such as `GET /invocations`. */
  requests: readonly string[];
  dashboard: () => RunningDashboard;
  /** Ends it as a fault of the machine would. */
  kill: () => Promise<void>;
  /** Starts it again where it was. */
  start: () => Promise<void>;
  /** The recorder's state from `GET /api/readyz`. */
  recorder: () => Promise<unknown>;
}

export interface Replicas {
  /** The origin of both. */
  url: string;
  one: Replica;
  other: Replica;
  /** Signs in as the admin through the one origin. */
  admin: () => Promise<Visitor>;
  stop: () => Promise<void>;
}

async function startRecordingRelay(targetUrl: string) {
  const requests: string[] = [];
  const server = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url?.split("?", 1)[0]}`);
    forwardRequest(targetUrl, incoming, answer);
  });
  return { ...(await listenOnFreePort(server)), requests };
}

/** A visitor signed in at one origin, connecting through another address. */
export function visitorVia(visitor: Visitor, directUrl: string): Visitor {
  const same = new Visitor(directUrl);
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
  return same;
}

/** Starts both at once. Without `databaseUrl` they share one folder, and the file in it. */
export async function startReplicas(
  service: { url: string; token: string },
  { databaseUrl }: { databaseUrl?: string } = {},
): Promise<Replicas> {
  const folders = ["one", "other"].map((name) => mkdtempSync(join(tmpdir(), `fleetdeck-${name}-`)));
  const ports = [await freePort(), await freePort()];
  const front = await startLoadBalancer(ports);
  const ends: (() => Promise<unknown>)[] = [() => front.close()];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };

  async function replica(at: 0 | 1): Promise<Replica> {
    const relay = await startRecordingRelay(service.url);
    ends.push(() => relay.close());
    const dataDir = folders[databaseUrl === undefined ? 0 : at] ?? "";
    const started = () =>
      startDashboard({
        apiBaseUrl: relay.url,
        token: service.token,
        dataDir,
        variables: {
          PORT: String(ports[at]),
          PUBLIC_URL: front.url,
          ...(databaseUrl === undefined
            ? {}
            : { DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: "the-same-secret-for-every-replica-9134" }),
        },
      });
    let dashboard = await started();
    ends.push(() => dashboard.stop());
    const directUrl = front.replicaUrls[at] ?? "";
    return {
      directUrl,
      requests: relay.requests,
      dashboard: () => dashboard,
      async kill() {
        await dashboard.stop("SIGKILL");
      },
      async start() {
        dashboard = await started();
      },
      async recorder() {
        const { json } = await sendRequest(directUrl, "/api/readyz");
        return typeof json === "object" && json !== null && "recorder" in json ? json.recorder : undefined;
      },
    };
  }

  const made = await Promise.allSettled([replica(0), replica(1)]);
  const [one, other] = made;
  if (one?.status !== "fulfilled" || other?.status !== "fulfilled") {
    await stop();
    throw new Error(made.map((each) => (each.status === "rejected" ? String(each.reason) : "")).join("\n"));
  }
  return {
    url: front.url,
    one: one.value,
    other: other.value,
    async admin() {
      const visitor = new Visitor(front.url);
      const reply = await visitor.signIn("admin", adminPassword);
      if (reply.status !== 200) throw new Error(`sign-in: ${reply.status} ${reply.text}`);
      return visitor;
    },
    stop,
  };
}
