import type { LogEvent, LogQuery } from "../../lib/contract/logs.ts";
import { operations } from "../../lib/contract/operations.ts";
import type { Clock } from "../domain/clock.ts";
import { badRequest } from "../domain/problem.ts";
import type { Session } from "../domain/session.ts";
import type { Sessions } from "../domain/sessions.ts";
import { supervisorLogDir } from "../instance/instance.ts";
import { Tail, type TailSignals } from "../instance/log-tail.ts";
import { BadInstancePath } from "../instance/paths.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement } from "./route.ts";

export function logRoutes({ sessions, clock }: { sessions: Sessions; clock: Clock }): Implementation[] {
  return [
    implement(operations.streamBrowserLogs, async ({ params, query, signal, sendEvents }) => {
      const path = pathOf(query);
      const session = sessions.find(params.id);
      if (!session) throw unknownSession(params.id);
      const { passedOn } = session;
      // Opened before the headers go out: a line written after them is in the stream.
      const tail = await openTail(session, path, query);
      const stop = AbortSignal.any([signal, passedOn]);
      const event = (message: string): LogEvent => ({ event: "log", timestamp: clock.timestamp(), message });
      return await sendEvents(logEvents(tail, { signal: stop, finished: session.ended }, event));
    }),
  ];
}

async function* logEvents(
  tail: Tail | BadInstancePath,
  signals: TailSignals,
  event: (message: string) => LogEvent,
): AsyncGenerator<LogEvent[], void> {
  if (tail instanceof BadInstancePath) yield [event(tail.message)];
  else for await (const lines of tail.batches(signals)) yield lines.map(event);
}

/** The file to read, as the instance names it; throws 400 when the source's own parameter is missing. */
function pathOf(query: LogQuery): string {
  switch (query.source) {
    case "path":
      if (query.path === undefined) throw badRequest("query.path is required when source is path");
      return query.path;
    case "supervisor":
      if (query.supervisor_process === undefined) {
        throw badRequest("query.supervisor_process is required when source is supervisor");
      }
      return `${supervisorLogDir}/${query.supervisor_process}`;
  }
}

/** A path that cannot be streamed is no error of the operation: the stream itself says so (wire.md §3.4). */
async function openTail(session: Session, path: string, query: LogQuery): Promise<Tail | BadInstancePath> {
  const { instance } = session;
  if (query.source === "supervisor" && !instance.supervisor.hasLog(query.supervisor_process ?? "")) {
    return new BadInstancePath(`there is no supervised process ${query.supervisor_process} in this instance`);
  }
  try {
    const log = await instance.files.openBesideOthers(path);
    return await Tail.over(log.path, log.handle, {
      follow: query.follow ?? true,
      release: log.release,
      paces: instance.paces.logs,
    });
  } catch (error) {
    if (error instanceof BadInstancePath) return error;
    throw error;
  }
}
