import { z } from "zod";
import { operations } from "../../lib/contract/operations.ts";
import type { ProcessExec, ProcessOutput } from "../../lib/contract/processes.ts";
import { badRequest, notFound } from "../domain/problem.ts";
import type { Session } from "../domain/session.ts";
import type { Sessions } from "../domain/sessions.ts";
import { serviceUser } from "../instance/instance.ts";
import type { InstanceProcesses, Request, Spawned } from "../instance/instance-processes.ts";
import type { SupervisedProcess } from "../instance/supervisor.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement, invalid } from "./route.ts";

const processId = z.guid();
const standardTerminal = { columns: 80, rows: 24 };
// The system takes 128 KiB for one and about 2 MiB for all.
const wordMaxBytes = 120_000;
const wordsMaxBytes = 1_000_000;

export function processRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  const sessionOf = (id: string): Session => {
    const session = sessions.find(id);
    if (!session) throw unknownSession(id);
    return session;
  };
  const processesOf = (session: Session): InstanceProcesses => {
    const { processes } = session.instance;
    processes.endWith(session.holding);
    return processes;
  };
  const find = (params: { id: string; process_id: string }): Spawned | SupervisedProcess => {
    if (!processId.safeParse(params.process_id).success) throw badRequest("process_id must be a UUID");
    const { instance } = sessionOf(params.id);
    const key = params.process_id.toLowerCase();
    const found = instance.processes.find(key) ?? instance.supervisor.find(key);
    if (!found) throw notFound(`the process ${params.process_id}`);
    return found;
  };
  /** One that a client started: the instance's own are not theirs to steer. */
  const findStarted = (params: { id: string; process_id: string }): Spawned => {
    const found = find(params);
    if ("output" in found) return found;
    throw badRequest(`the process ${params.process_id} is the instance's own; only its status can be asked`);
  };

  return [
    implement(operations.execProcess, async ({ params, body, signal }) => {
      const session = sessionOf(params.id);
      const result = await processesOf(session).exec(requestOf(body), signal);
      return {
        status: 200,
        body: {
          exit_code: result.exitCode,
          stdout_b64: result.stdout.toString("base64"),
          stderr_b64: result.stderr.toString("base64"),
          duration_ms: result.durationMs,
        },
      };
    }),
    implement(operations.spawnProcess, async ({ params, body }) => {
      const session = sessionOf(params.id);
      const size = {
        columns: body.cols ?? standardTerminal.columns,
        rows: body.rows ?? standardTerminal.rows,
      };
      const started = await processesOf(session).spawn(requestOf(body), body.allocate_tty ? size : undefined);
      return {
        status: 200,
        body: { process_id: started.id, pid: started.pid, started_at: started.startedAt },
      };
    }),
    implement(operations.retrieveProcessStatus, async ({ params }) => {
      const found = find(params);
      return { status: 200, body: await ("output" in found ? found.process : found).status() };
    }),
    implement(operations.writeProcessInput, async ({ params, body }) => {
      const { process } = findStarted(params);
      const data = Buffer.from(body.data_b64, "base64");
      await process.write(data);
      return { status: 200, body: { written_bytes: data.length } };
    }),
    implement(operations.killProcess, async ({ params, body }) => {
      await findStarted(params).process.signal(body.signal);
      return { status: 200, body: { ok: true } };
    }),
    implement(operations.resizeProcess, async ({ params, body }) => {
      findStarted(params).process.resize({ columns: body.cols, rows: body.rows });
      return { status: 200, body: { ok: true } };
    }),
    implement(operations.streamProcessOutput, async ({ params, signal, sendEvents }) => {
      return await sendEvents(outputEvents(findStarted(params), signal));
    }),
  ];
}

/** What the schema cannot say; throws 400 naming every fault. */
function requestOf(body: ProcessExec): Request {
  const { command, args, cwd, env = {}, as_user, as_root, timeout_sec } = body;
  const issues: { path: string; message: string }[] = [];
  if (as_root && typeof as_user === "string") {
    issues.push({ path: "body.as_root", message: "cannot go together with as_user" });
  }
  if (typeof as_user === "string" && as_user !== serviceUser && as_user !== "root") {
    issues.push({
      path: "body.as_user",
      message: `there is no user ${as_user} here, only ${serviceUser} and root`,
    });
  }
  if (cwd?.split("/").includes("..")) {
    issues.push({ path: "body.cwd", message: '".." is not allowed in a path' });
  }
  for (const name of Object.keys(env)) {
    if (name === "" || /[=\0]/.test(name)) {
      issues.push({ path: "body.env", message: `${JSON.stringify(name)} is no name of a variable` });
    }
  }
  const words = [command, ...(args ?? []), ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const sizes = words.map((word) => Buffer.byteLength(word));
  if (sizes.some((size) => size > wordMaxBytes)) {
    issues.push({ path: "body", message: `an argument or variable is longer than ${wordMaxBytes} bytes` });
  }
  if (sizes.reduce((sum, size) => sum + size + 16, 0) > wordsMaxBytes) {
    issues.push({
      path: "body",
      message: `arguments and variables are longer than ${wordsMaxBytes} bytes in all`,
    });
  }
  if (issues.length > 0) throw invalid(issues);
  return {
    command,
    args: args && args.length > 0 ? args : undefined,
    cwd: cwd ?? `/home/${serviceUser}`,
    env,
    timeoutSeconds: timeout_sec ?? undefined,
  };
}

/** What a process writes, and at last how it ended. */
async function* outputEvents(
  { process, output }: Spawned,
  signal: AbortSignal,
): AsyncGenerator<ProcessOutput[], void> {
  for await (const chunks of output.read(signal)) {
    yield chunks.map(({ stream, data }) => ({ stream, data_b64: data.toString("base64") }));
  }
  yield [{ event: "exit", exit_code: process.exitCode ?? -1 }];
}
