import { z } from "zod";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ProcessExec, ProcessOutput } from "../../lib/contract/processes.ts";
import { type Implementation, implement, invalid } from "../http/route.ts";
import { badRequest, notFound } from "../kernel/problem.ts";
import { homePath, serviceUser } from "../machine/instance.ts";
import type { InstanceProcesses, Request, Spawned } from "../machine/instance-processes.ts";
import type { SupervisedProcess } from "../machine/supervisor.ts";
import type { Sessions } from "./sessions.ts";

const processId = z.guid();
// Linux allows 128 KiB for one and about 2 MiB for all (execve(2)).
const argumentMaxBytes = 120_000;
const argumentsMaxBytes = 1_000_000;

/** Programs that clients run in a session's instance. */
export function processRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  const processesOf = (id: string): InstanceProcesses => {
    const { instance, holding } = sessions.living(id);
    instance.processes.endWith(holding);
    return instance.processes;
  };
  const find = (params: { id: string; process_id: string }): Spawned | SupervisedProcess => {
    if (!processId.safeParse(params.process_id).success) throw badRequest("process_id must be a UUID");
    const { instance } = sessions.living(params.id);
    const key = params.process_id.toLowerCase();
    const found = instance.processes.find(key) ?? instance.supervisor.find(key);
    if (!found) throw notFound(`the process ${params.process_id}`);
    return found;
  };
  /** A process started by a client; supervised processes cannot be controlled. */
  const findStarted = (params: { id: string; process_id: string }): Spawned => {
    const found = find(params);
    if ("output" in found) return found;
    throw badRequest(`the process ${params.process_id} belongs to the instance; only its status can be read`);
  };

  return [
    implement(operations.execProcess, async ({ params, body, signal }) => {
      const result = await processesOf(params.id).exec(requestOf(body), signal);
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
    implement(operations.spawnProcess, async ({ params, body, signal }) => {
      const size = { columns: body.cols ?? 80, rows: body.rows ?? 24 };
      const processes = processesOf(params.id);
      const { id, pid, startedAt } = await processes.spawn(
        requestOf(body),
        body.allocate_tty ? size : undefined,
        signal,
      );
      return { status: 200, body: { process_id: id, pid, started_at: startedAt } };
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

/** Checks what the schema cannot express; throws Problem 400 with every fault. */
function requestOf(body: ProcessExec): Request {
  const { command, args, cwd, env = {}, as_user, as_root, timeout_sec } = body;
  const issues: { path: string; message: string }[] = [];
  const fault = (path: string, message: string) => issues.push({ path, message });
  if (as_root && typeof as_user === "string") fault("body.as_root", "cannot go together with as_user");
  if (typeof as_user === "string" && as_user !== serviceUser && as_user !== "root") {
    fault("body.as_user", `there is no user ${as_user} here, only ${serviceUser} and root`);
  }
  if (cwd?.split("/").includes("..")) fault("body.cwd", '".." is not allowed in a path');
  for (const name of Object.keys(env)) {
    if (name === "" || /[=\0]/.test(name)) {
      fault("body.env", `${JSON.stringify(name)} is not a variable name`);
    }
  }
  const strings = [
    command,
    ...(args ?? []),
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
  const sizes = strings.map((text) => Buffer.byteLength(text));
  if (sizes.some((size) => size > argumentMaxBytes)) {
    fault("body", `an argument or variable is longer than ${argumentMaxBytes} bytes`);
  }
  if (sizes.reduce((sum, size) => sum + size + 16, 0) > argumentsMaxBytes) {
    fault("body", `arguments and variables are longer than ${argumentsMaxBytes} bytes in all`);
  }
  if (issues.length > 0) throw invalid(issues);
  return {
    command,
    args: args && args.length > 0 ? args : undefined,
    cwd: cwd ?? homePath,
    env,
    timeoutSeconds: timeout_sec || undefined,
  };
}

/** The output of a process, then its exit. */
async function* outputEvents(
  { process, output }: Spawned,
  signal: AbortSignal,
): AsyncGenerator<ProcessOutput[], void> {
  for await (const chunks of output.read(signal)) {
    yield chunks.map(({ stream, data }) => ({ stream, data_b64: data.toString("base64") }));
  }
  yield [{ event: "exit", exit_code: process.exitCode ?? -1 }];
}
