// The live streams of this process: one hub, one count of streams, and the opening of a stream for a request.
import "server-only";
import { randomBytes } from "node:crypto";
import type { Topic, TopicRequest } from "../../bff/live.ts";
import { systemClock } from "../../clock.ts";
import type { FileOpening } from "../audit/acts.ts";
import { recheck, type SignedIn } from "../auth/require-operator.ts";
import { topicOpening, topicRefusal } from "../auth/topic-access.ts";
import { env } from "../kernel/env.ts";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { isShuttingDown, onShutdown } from "../kernel/shutdown.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { followOpening, notOpened } from "./file-opening.ts";
import { fleetHealth } from "./fleet-health.ts";
import { type LiveStream, openLiveStream } from "./live-stream.ts";
import { recordLogGap } from "./log-gap-record.ts";
import { LogHub } from "./log-hub.ts";
import { parseRequestedTopics } from "./requested-topics.ts";
import { newLiveStreamCount, TopicCount } from "./stream-limits.ts";
import { upstreamLogs } from "./upstream-logs.ts";
import { upstreamTelemetry } from "./upstream-telemetry.ts";
import { zoneOffset } from "./written-time.ts";

const registry = perProcess("live", () => ({
  hub: new LogHub({
    port: upstreamLogs,
    telemetry: upstreamTelemetry,
    clock: systemClock,
    random: Math.random,
    zoneOffset: zoneOffset(env().logTimeZone),
    onGap: recordLogGap,
    newEpoch: () => randomBytes(8).toString("hex"),
  }),
  streams: newLiveStreamCount(),
  topics: new TopicCount(),
  fleet: fleetHealth(upstreamHealth, systemClock.nowMs),
}));

/** The logs that this process follows. */
export const logHub = (): LogHub => registry().hub;

/** What the live streams of this process are at the moment, and what they have had. */
export interface StreamFigures {
  /** Open streams of browsers. */
  viewers: number;
  /** Different logs that are followed, also to store them. */
  topics: number;
  /** Streams of the API that are open. */
  upstreamStreams: number;
  ringBytes: number;
  /** Ever received. */
  lines: number;
  gaps: number;
}

export function streamFigures(): StreamFigures {
  const { hub, streams } = registry();
  const { totalBytes, added } = hub.memory;
  return {
    viewers: streams.total,
    topics: hub.followedCount,
    upstreamStreams: hub.openCount,
    ringBytes: totalBytes,
    lines: added.line,
    gaps: added.gap,
  };
}

interface LiveRequest {
  operator: SignedIn;
  request: { url: string };
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Audits an opening. Throws a Problem when it cannot be audited. */
  recordOpening: (opening: { action: string; target: string }) => Promise<FileOpening>;
}

interface Admission {
  /** Why topics are not opened, as text for the operator. */
  refusals: ReadonlyMap<Topic, string>;
  openings: ReadonlyMap<Topic, FileOpening>;
}

/** Checks the operator's role for each topic, and audits the opening of those whose content is that of files. */
async function admit(
  requestedTopics: readonly TopicRequest[],
  { operator, recordOpening }: LiveRequest,
): Promise<Admission> {
  const refusals = new Map<Topic, string>();
  const openings = new Map<Topic, FileOpening>();
  for (const { topic } of requestedTopics) {
    const refusal = topicRefusal(topic, operator.role);
    const opening = topicOpening(topic);
    if (refusal !== undefined) refusals.set(topic, refusal);
    else if (opening !== undefined) {
      try {
        openings.set(topic, await recordOpening(opening));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refusals.set(topic, error.message);
      }
    }
  }
  return { refusals, openings };
}

/** The topics of a request's query. Throws InvalidInput. */
function topicsOf(request: { url: string }): TopicRequest[] {
  const query = request.url.indexOf("?");
  return parseRequestedTopics(new URLSearchParams(query === -1 ? "" : request.url.slice(query)));
}

/** Opens the stream for a request's query. Throws InvalidInput, or a Problem (503) at a limit or during shutdown. */
export async function openLive(live: LiveRequest): Promise<ReadableStream<Uint8Array>> {
  const { operator, request, signal } = live;
  const requestedTopics = topicsOf(request);
  if (isShuttingDown()) {
    throw new Problem(503, "draining", "The dashboard is being restarted.", {
      retryAfterSeconds: wholeSeconds(paces.retryAfter.drainingMs),
    });
  }
  const { hub, streams, topics, fleet } = registry();
  const releaseSlot = streams.enter(operator.username);
  let admission: Admission | undefined;
  let stream: LiveStream;
  let removeShutdownHook: (() => void) | undefined;
  const onEnd = () => {
    releaseSlot();
    // Those that were opened have left before.
    for (const opening of admission?.openings.values() ?? []) opening.leave(notOpened(null));
    removeShutdownHook?.();
  };
  try {
    admission = await admit(requestedTopics, live);
    const { refusals, openings } = admission;
    stream = openLiveStream({
      requestedTopics,
      hub,
      clock: systemClock,
      fleet,
      refusal: (topic) => refusals.get(topic),
      enterTopic: (topic) => topics.enter(operator.username, topic),
      onOpen: (topic, source) => {
        const opening = openings.get(topic);
        return opening === undefined ? () => undefined : followOpening(opening, source, systemClock);
      },
      recheck: async () => {
        const now = await recheck(operator);
        if (now === undefined) return "signed_out";
        return now.role === operator.role ? undefined : "rotate";
      },
      signal,
      onEnd,
    });
  } catch (error) {
    onEnd();
    throw error;
  }
  if (!signal.aborted) removeShutdownHook = onShutdown(() => stream.end("shutdown"));
  return stream.body;
}
