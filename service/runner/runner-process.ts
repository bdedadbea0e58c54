// Starts runners: one child process per invocation or inspection, marked with the data folder. A runner has its own
// temporary folder and no inherited environment. It may read its code and ours and write its temporary folder, but not
// access the service's data or start processes. `gone` is called exactly once.
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { driverProbePaths } from "../chromium/code-run.ts";
import { messageOf } from "../kernel/error-message.ts";
import { notFound } from "../kernel/problem.ts";
import { LineSplitter } from "../machine/line-splitter.ts";
import { removeFolder } from "../machine/remove-folder.ts";
import { withoutSecrets } from "./failure-reason.ts";
import {
  type DeployedCode,
  dataDirFlag,
  type FoundApps,
  type InvocationJob,
  type RunnerJob,
  type RunnerMessage,
  type RunnerOutcome,
  runnerMessage,
} from "./runner-messages.ts";

/** Callbacks of a runner. */
export interface RunnerEvents {
  /** `at`: when, as RFC 3339 with nanoseconds; now when absent. */
  log(line: string, at?: string): void;
  outcome(outcome: RunnerOutcome): void;
  /**
   * The process has exited; `how` is `exit code 1`, `signal SIGKILL` or the reason why it could not be started. `neverBegan`:
   * it has not received its job, so that nothing of the action has run.
   */
  gone(how: string, neverBegan?: boolean): void;
}

export interface Runner {
  pid: number | undefined;
  /** Ends the process with SIGTERM, then SIGKILL. `gone` follows. */
  stop(): void;
}

/** Throws a Problem where what is to run is the reason, as code that is not there, and other errors for this machine. */
export type StartRunner = (id: string, job: InvocationJob, events: RunnerEvents) => Runner;

export type Inspection = { ok: true; apps: FoundApps } | { ok: false; reason: string };

/** Lists the applications in deployed code. `stop` ends the inspection early. */
export type Inspect = (
  id: string,
  code: DeployedCode,
  log: (line: string) => void,
) => { result: Promise<Inspection>; stop(): void };

const program = fileURLToPath(new URL("runner.ts", import.meta.url));
const root = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));
const heapLimitMb = 384;
const killAfterMs = 1_000;
const inspectTimeoutMs = 30_000;
const maxLineBytes = 65_536;

/** Starts runners for the service with this data folder. Removes temporary folders of an earlier process. */
export async function createRunners(dataDir: string): Promise<{ start: StartRunner; inspect: Inspect }> {
  const folder = join(dataDir, "runners");
  await removeFolder(folder);
  const start = (id: string, job: RunnerJob, events: ProcessEvents) =>
    startProcess({ flag: dataDirFlag(dataDir), tmp: join(folder, id), id, job, events });
  return {
    start: (id, job, events) =>
      start(id, job, {
        ...events,
        message(message) {
          if (message.kind === "outcome") events.outcome(message);
        },
      }),
    inspect(id, code, log) {
      const { promise: result, resolve } = Promise.withResolvers<Inspection>();
      let found: Inspection | undefined;
      const { stop } = start(
        id,
        { kind: "inspect", code },
        {
          log,
          message(message) {
            if (message.kind === "apps") found = { ok: true, apps: message.apps };
            else if (message.kind === "outcome" && !message.ok) found = { ok: false, reason: message.reason };
          },
          gone(how) {
            clearTimeout(timer);
            resolve(found ?? { ok: false, reason: `loading it ended without a result (${how})` });
          },
        },
      );
      const timer = setTimeout(() => {
        found ??= { ok: false, reason: `loading it took more than ${inspectTimeoutMs / 1000} s` };
        stop();
      }, inspectTimeoutMs);
      return { result, stop };
    },
  };
}

interface ProcessEvents extends Pick<RunnerEvents, "log" | "gone"> {
  message(message: RunnerMessage): void;
}

function startProcess(options: {
  flag: string;
  id: string;
  tmp: string;
  job: RunnerJob;
  events: ProcessEvents;
}): Runner {
  const { tmp, job, events } = options;
  if (job.code !== null && !existsSync(job.code.folder)) throw notFound("the code to run");
  mkdirSync(tmp, { recursive: true, mode: 0o700 });
  const child = fork(program, [options.flag, `--invocation=${options.id}`], {
    execArgv: [`--max-old-space-size=${heapLimitMb}`, ...permissions(realpathSync(tmp), job.code)],
    env: { NODE_ENV: "production", TMPDIR: tmp },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    cwd: tmp,
  });
  let over = false;
  let began = false;
  let outOfMemory = false;
  const gone = async (how: string) => {
    if (over) return;
    over = true;
    await removeFolder(tmp).catch((error: unknown) => {
      events.log(`the temporary folder could not be removed: ${messageOf(error)}`);
    });
    events.gone(outOfMemory ? `${how}: more than ${heapLimitMb} MB of memory were needed` : how, !began);
  };
  child.on("error", (error) => {
    if (child.pid === undefined) void gone(`it could not be started: ${error.message}`);
  });
  child.on("message", (message) => {
    began = true;
    const read = runnerMessage.safeParse(message);
    if (!read.success) events.log("the runner sent a message that is not understood");
    else if (read.data.kind === "log") events.log(read.data.line);
    else events.message(read.data);
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    eachLine(stream, (line) => {
      outOfMemory ||= line.includes("JavaScript heap out of memory");
      events.log(line);
    });
  }
  child.on("close", (code, signal) => void gone(signal === null ? `exit code ${code}` : `signal ${signal}`));
  child.send(job, (error) => {
    if (error) child.kill("SIGKILL");
  });
  return { pid: child.pid, stop: () => over || end(child, () => over) };
}

function end(child: ChildProcess, isOver: () => boolean): void {
  child.kill("SIGTERM");
  setTimeout(() => isOver() || child.kill("SIGKILL"), killAfterMs).unref();
}

/** Arguments for Node's permission model, which refuses all access that is not listed here. */
function permissions(tmp: string, code: DeployedCode | null): string[] {
  const readable = [
    join(root, "service/"),
    join(root, "lib/"),
    join(root, "package.json"),
    join(realpathSync(join(root, "node_modules")), "/"),
    join(root, "node_modules/"),
    join(tmp, "/"),
    ...driverProbePaths,
    ...(code === null ? [] : [join(realpathSync(code.folder), "/")]),
  ];
  return [
    "--permission",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${join(tmp, "/")}`,
    // Deployed sources may use all TypeScript syntax and need no module type in package.json.
    ...(code === null ? [] : ["--experimental-transform-types"]),
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
  ];
}

/** Calls `take` for each line, without secrets and with at most `maxLineBytes`. */
function eachLine(stream: Readable, take: (line: string) => void): void {
  const splitter = new LineSplitter(maxLineBytes);
  const takeAll = (lines: readonly string[]) => {
    for (const line of lines) if (line.trim() !== "") take(withoutSecrets(line));
  };
  stream.on("data", (chunk: Buffer) => takeAll(splitter.push(chunk)));
  stream.on("end", () => takeAll(splitter.rest()));
}
