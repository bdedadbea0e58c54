// The live streams of this process: one hub, one count of streams, and the opening of a stream for a request.
import "server-only";
import { randomBytes } from "node:crypto";
import { isTelemetryTopic, type Topic } from "../../bff/live.ts";
import { hasRole, type Role } from "../../bff/roles.ts";
import { systemClock } from "../../clock.ts";
import { recheck, type SignedIn } from "../auth/require-operator.ts";
import { env } from "../kernel/env.ts";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { isShuttingDown, onShutdown } from "../kernel/shutdown.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { fleetHealth } from "./fleet-health.ts";
import { type LiveStream, openLiveStream } from "./live-stream.ts";
import { recordLogGap } from "./log-gap-record.ts";
import { LogHub } from "./log-hub.ts";
import { parseRequestedTopics } from "./requested-topics.ts";
import { StreamCount } from "./stream-limits.ts";
import { upstreamLogs } from "./upstream-logs.ts";
import { upstreamTelemetry } from "./upstream-telemetry.ts";
import { zoneOffset } from "./written-time.ts";

const registry = () =>
  perProcess("live", () => ({
    hub: new LogHub({
      port: upstreamLogs,
      telemetry: upstreamTelemetry,
      clock: systemClock,
      random: Math.random,
      zoneOffset: zoneOffset(env().logTimeZone),
      onGap: recordLogGap,
      newEpoch: () => randomBytes(8).toString("hex"),
    }),
    streams: new StreamCount(),
    fleet: fleetHealth(upstreamHealth, systemClock.nowMs),
  }));

/** The logs that this process follows. */
export const logHub = (): LogHub => registry().hub;

interface LiveRequest {
  operator: SignedIn;
  request: { url: string };
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** Telemetry has headers and bodies of requests: it needs the role that reading files needs. */
function refusalOf(topic: Topic, role: Role): string | undefined {
  if (!isTelemetryTopic(topic) || hasRole(role, "operator")) return undefined;
  return "You need the operator role to read what a browser did.";
}

/** Opens the stream for a request's query. Throws InvalidInput, or a Problem (503) at a limit or during shutdown. */
export function openLive({ operator, request, signal }: LiveRequest): ReadableStream<Uint8Array> {
  const query = request.url.indexOf("?");
  const requestedTopics = parseRequestedTopics(
    new URLSearchParams(query === -1 ? "" : request.url.slice(query)),
  );
  if (isShuttingDown()) {
    throw new Problem(503, "draining", "The dashboard is being restarted.", {
      retryAfterSeconds: wholeSeconds(paces.retryAfter.drainingMs),
    });
  }
  const { hub, streams, fleet } = registry();
  const releaseSlot = streams.enter(operator.username);
  let stream: LiveStream;
  let removeShutdownHook: (() => void) | undefined;
  try {
    stream = openLiveStream({
      requestedTopics,
      hub,
      clock: systemClock,
      fleet,
      refusal: (topic) => refusalOf(topic, operator.role),
      isSignedIn: async () => (await recheck(operator)) !== undefined,
      signal,
      onEnd: () => {
        releaseSlot();
        removeShutdownHook?.();
      },
    });
  } catch (error) {
    releaseSlot();
    throw error;
  }
  if (!signal.aborted) removeShutdownHook = onShutdown(() => stream.end("shutdown"));
  return stream.body;
}
