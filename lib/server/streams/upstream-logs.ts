// The log port over the API's log operation.
import "server-only";
import type { InvocationLogTopic, WrittenLogTopic } from "../../bff/live.ts";
import { systemClock } from "../../clock.ts";
import { operations } from "../../contract/operations/operations.ts";
import { eventStreamOf, open } from "../upstream/call.ts";
import { untilSilent } from "./heartbeat-watch.ts";
import { judgeFailure } from "./judge-failure.ts";
import type { LogPort, Verdict } from "./log-port.ts";
import { browserOverReason, invocationOverReason } from "./stream-end-reason.ts";

const queryOf = ({ log }: Exclude<WrittenLogTopic, InvocationLogTopic>, follow: boolean) =>
  log.source === "path"
    ? { source: log.source, path: log.path, follow }
    : { source: log.source, supervisor_process: log.process, follow };

const noLogStreams = "This API has no log streams.";
const noInvocationLog = "This API has no log of this invocation.";

/** Classifies an error of opening or reading a log stream, with a reason about the log of `topic`. */
export function judge(error: unknown, topic: WrittenLogTopic): Verdict {
  const broken = "The log stream broke off.";
  // An API without the operation may send the same 404 as one without the invocation: its message is not shown.
  if ("invocationId" in topic)
    return judgeFailure(error, { broken, absent: noInvocationLog, missing: noInvocationLog });
  return judgeFailure(error, { broken, absent: noLogStreams });
}

/**
 * Lines of this long before, by the API's clock, are sent again to whoever follows an invocation: its events have no
 * position to continue from.
 */
const followedSince = "2s";

async function openStream(topic: WrittenLogTopic, follow: boolean, signal: AbortSignal) {
  if ("invocationId" in topic) {
    const input = { params: { id: topic.invocationId }, query: follow ? { since: followedSince } : {} };
    return await open(operations.followInvocation, input, { signal });
  }
  const input = { params: { id: topic.sessionId }, query: queryOf(topic, follow) };
  return await open(operations.streamBrowserLogs, input, { signal });
}

/** Opens logs of browser sessions and invocations; throws UpstreamFailure, also for a response that is not an event stream. */
export const upstreamLogs: LogPort = {
  async open(topic, { follow, signal }) {
    return untilSilent(eventStreamOf(await openStream(topic, follow, signal), "log stream"), systemClock);
  },
  judge,
  overReason: (topic, missing, signal) =>
    "invocationId" in topic
      ? invocationOverReason(topic.invocationId, missing, signal)
      : browserOverReason(topic.sessionId, signal),
};
