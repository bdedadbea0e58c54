import type { LogEvent, LogQuery } from "../../lib/contract/logs.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement } from "../http/route.ts";
import type { Clock } from "../kernel/clock.ts";
import { BadInstancePath } from "../kernel/instance-path.ts";
import { badRequest } from "../kernel/problem.ts";
import { supervisorLogDir } from "../machine/instance.ts";
import { Tail, type TailSignals } from "../machine/log-tail.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** The supervisor begins each line of its logs with the time at which the process wrote it. */
const stampedLine = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z) (.*)$/s;

/** Log streams of a session (server-sent events). */
export function logRoutes({ sessions, clock }: { sessions: Sessions; clock: Clock }): Implementation[] {
  return [
    implement(operations.streamBrowserLogs, async ({ params, query, signal, sendEvents }) => {
      const path = pathOf(query);
      const session = sessions.living(params.id);
      const { reassigned } = session;
      // Opened before the response headers are sent: every line written after them is in the stream.
      const tail = await openTail(session, path, query);
      const stop = AbortSignal.any([signal, reassigned]);
      const isStamped = query.source === "supervisor";
      const event = (line: string): LogEvent => {
        const [, timestamp = clock.timestamp(), message = line] =
          (isStamped ? stampedLine.exec(line) : null) ?? [];
        return { event: "log", timestamp, message };
      };
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

/** The instance path of the file to read; throws Problem 400 when the parameter of the source is missing. */
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

/** A path that cannot be read is no error of the operation: the stream carries the message. */
async function openTail(session: Session, path: string, query: LogQuery): Promise<Tail | BadInstancePath> {
  const { instance } = session;
  if (query.source === "supervisor" && !instance.supervisor.hasLog(query.supervisor_process ?? "")) {
    return new BadInstancePath(`there is no supervised process ${query.supervisor_process} in this instance`);
  }
  try {
    const log = await instance.files.openWithFolder(path);
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
