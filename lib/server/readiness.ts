// Whether this process can take requests. An ill upstream is named but does not make us unready: the pages live on
// what was last known.
import "server-only";
import type { z } from "zod";
import type { readiness as readinessShape } from "../bff/health.ts";
import { isDraining, isReady } from "./drain.ts";
import { database } from "./store/database.ts";
import { upstreamHealth } from "./upstream/health.ts";
import { recorderStatusOf } from "./watch/read-recorder.ts";
import { ownName } from "./watch/watch-room.ts";

export async function readiness(): Promise<z.infer<typeof readinessShape>> {
  const upstream = upstreamHealth().state;
  if (isDraining()) return { status: "draining", upstream, recorder: "off" };
  if (!isReady()) return { status: "starting", upstream, recorder: "off" };
  try {
    return { status: "ready", upstream, recorder: await recorderStatusOf(database(), ownName()) };
  } catch {
    return { status: "store_unavailable", upstream, recorder: "off" };
  }
}
