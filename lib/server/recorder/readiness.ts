// Whether this process can handle requests: its store takes writes, and it is not about to stop. A failing upstream does not make it unready, because pages show the last known
// data.
import "server-only";
import type { z } from "zod";
import type { readiness as readinessShape } from "../../bff/readiness.ts";
import { database } from "../db/database.ts";
import { probeStore } from "../db/probe-store.ts";
import { storeFailureOf } from "../db/store-failure.ts";
import { isReady, isShuttingDown } from "../kernel/shutdown.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { recorderStatusOf } from "./read-recorder.ts";
import { replicaName } from "./start-recorder.ts";

export async function readiness(): Promise<z.infer<typeof readinessShape>> {
  const upstream = upstreamHealth().state;
  if (isShuttingDown()) return { status: "draining", upstream, recorder: "off" };
  if (!isReady()) return { status: "starting", upstream, recorder: "off" };
  try {
    const recorder = await recorderStatusOf(database(), replicaName());
    return { status: (await probeStore(database())) ?? "ready", upstream, recorder };
  } catch (error) {
    const status = storeFailureOf(error)?.code ?? "store_unavailable";
    return { status, upstream, recorder: "off" };
  }
}
