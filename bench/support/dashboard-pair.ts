// Two dashboards on one PostgreSQL behind one origin, each pinned to a core of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningDashboard, startDashboard } from "../../tests/support/dashboard/dashboard.ts";
import { freePort } from "../../tests/support/programs/free-port.ts";
import type { Postgres } from "../../tests/support/programs/postgres.ts";
import { productionVariables } from "./production-variables.ts";
import { createViewers } from "./viewers.ts";

const secret = "bench-session-secret-of-32-characters";
const operators = 20;

export interface DashboardPair {
  /** The origin of both, of which nginx has the port. */
  readonly url: string;
  readonly ports: readonly [number, number];
  readonly replicas: [RunningDashboard, RunningDashboard];
  readonly cookies: readonly string[];
  /** Starts the one that was killed. */
  restart(at: number): Promise<void>;
  stop(): Promise<void>;
}

/** Two replicas on a database of their own, each on its core; nothing listens on the port of `url` yet. */
export async function startPair(
  postgres: Postgres,
  api: { url: string; token: string },
): Promise<DashboardPair> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const [front, one, other] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${front}`;
  const databaseUrl = await postgres.database();
  const ports = [one, other] as const;
  const started = (at: number) =>
    startDashboard({
      apiBaseUrl: api.url,
      token: api.token,
      dataDir: join(folder, String(at)),
      startedBy: ["taskset", "--cpu-list", String(at)],
      variables: {
        ...productionVariables,
        PORT: String(ports[at]),
        PUBLIC_URL: url,
        TRUSTED_PROXIES: "127.0.0.1",
        DATABASE_URL: databaseUrl,
        NEXTAUTH_SECRET: secret,
      },
    });
  const replicas: DashboardPair["replicas"] = [await started(0), await started(1)];
  return {
    url,
    ports,
    replicas,
    cookies: await createViewers(await replicas[0].store(), secret, operators),
    async restart(at) {
      replicas[at] = await started(at);
    },
    async stop() {
      for (const replica of replicas) await replica.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
