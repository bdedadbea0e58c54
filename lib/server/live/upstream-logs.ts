// The real upstream behind the log port: one operation of the API, and what its failures mean for somebody watching.
import "server-only";
import type { LogTopic } from "../../bff/live.ts";
import { operations } from "../../contract/operations.ts";
import { open } from "../upstream/call.ts";
import { badAnswer, UpstreamFailure } from "../upstream/failure.ts";
import { headerOf, letGo } from "../upstream/send.ts";
import type { LogPort, Verdict } from "./log-port.ts";

const queryOf = ({ log }: LogTopic, follow: boolean) =>
  log.source === "path"
    ? { source: log.source, path: log.path, follow }
    : { source: log.source, supervisor_process: log.process, follow };

/** What a failure to open or to go on reading means; never throws. */
export function judge(error: unknown): Verdict {
  if (!(error instanceof UpstreamFailure)) {
    return { kind: "passing", reason: "The log stream broke off." };
  }
  const { status, absent, message, retryAfterSeconds } = error;
  if (absent) return { kind: "refused", reason: "This API has no log streams." };
  if (status === 404) return { kind: "ended", reason: message };
  const refused = status >= 400 && status < 500 && status !== 429;
  return {
    kind: refused ? "refused" : "passing",
    reason: message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 }),
  };
}

export const upstreamLogs: LogPort = {
  async open(topic, { follow, signal }) {
    const input = { params: { id: topic.sessionId }, query: queryOf(topic, follow) };
    const { headers, body } = await open(operations.streamBrowserLogs, input, { signal });
    if (/^text\/event-stream\b/i.test(headerOf(headers, "content-type") ?? "")) return body;
    letGo(body);
    throw badAnswer("a log stream that is not an event stream");
  },
  judge,
};
