// Whether this process can take requests. An ill upstream is named but does not make us unready: the pages live on
// what was last known.
import "server-only";
import { sql } from "kysely";
import type { z } from "zod";
import type { readiness as readinessShape } from "../bff/health.ts";
import { isDraining, isReady } from "./drain.ts";
import { database } from "./store/database.ts";
import { upstreamHealth } from "./upstream/health.ts";

export async function readiness(): Promise<z.infer<typeof readinessShape>> {
  const upstream = upstreamHealth().state;
  if (isDraining()) return { status: "draining", upstream };
  if (!isReady()) return { status: "starting", upstream };
  try {
    await sql`select 1`.execute(database());
    return { status: "ready", upstream };
  } catch {
    return { status: "store_unavailable", upstream };
  }
}
