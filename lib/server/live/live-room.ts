// The live streams of this process: one hub, one count, and the way from an operator's request to a stream.
import "server-only";
import { randomBytes } from "node:crypto";
import { recheck, type SignedIn } from "../access/front-door.ts";
import { isDraining, onDrain } from "../drain.ts";
import { paces, wholeSeconds } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { Problem } from "../problem.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { readAskedTopics } from "./asked-topics.ts";
import { systemClock } from "./clock.ts";
import { fleetHealth } from "./fleet-health.ts";
import { type LiveStream, openLiveStream } from "./live-stream.ts";
import { recordLogGap } from "./log-gap-record.ts";
import { LogHub } from "./log-hub.ts";
import { StreamCount } from "./stream-limits.ts";
import { upstreamLogs } from "./upstream-logs.ts";

const room = () =>
  perProcess("live", () => ({
    hub: new LogHub({
      port: upstreamLogs,
      clock: systemClock,
      random: Math.random,
      noteGap: recordLogGap,
      newEpoch: () => randomBytes(8).toString("hex"),
    }),
    streams: new StreamCount(),
    fleet: fleetHealth(upstreamHealth, systemClock.nowMs),
  }));

interface Asked {
  operator: SignedIn;
  request: { url: string };
  /** Aborts when the client has left. */
  signal: AbortSignal;
}

/** Opens the stream a request asks for; throws InvalidInput, or a Problem (503) when there are too many. */
export function openLive({ operator, request, signal }: Asked): ReadableStream<Uint8Array> {
  const query = request.url.indexOf("?");
  const asked = readAskedTopics(new URLSearchParams(query === -1 ? "" : request.url.slice(query)));
  if (isDraining()) {
    throw new Problem(503, "draining", "The dashboard is being restarted.", {
      retryAfterSeconds: wholeSeconds(paces.comeAgain.drainingMs),
    });
  }
  const { hub, streams, fleet } = room();
  const leave = streams.enter(operator.username);
  let stream: LiveStream;
  let forget: (() => void) | undefined;
  try {
    stream = openLiveStream({
      asked,
      hub,
      clock: systemClock,
      fleet,
      stillSignedIn: async () => (await recheck(operator)) !== undefined,
      signal,
      onEnd: () => {
        leave();
        forget?.();
      },
    });
  } catch (error) {
    leave();
    throw error;
  }
  if (!signal.aborted) forget = onDrain(() => stream.end("shutdown"));
  return stream.body;
}
