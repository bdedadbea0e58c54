// Starts runners: one child process per invocation, marked with the data folder, with a temporary folder of its
// own and no environment. Its output and messages come back as events; how it ended is told exactly once.
import { fork } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { withoutSecrets } from "./reason.ts";
import { dataDirFlag, type RunnerJob, type RunnerOutcome, runnerMessage } from "./runner-messages.ts";

export interface RunnerEvents {
  log(line: string): void;
  outcome(outcome: RunnerOutcome): void;
  /** The process is gone; `how` is `exit code 1`, `signal SIGKILL` or why it could not be started. */
  gone(how: string): void;
}

export interface Runner {
  pid: number | undefined;
  /** Ends the process: asks, and soon after kills. `gone` follows. */
  stop(): void;
}

export type StartRunner = (id: string, job: RunnerJob, events: RunnerEvents) => Runner;

const program = fileURLToPath(new URL("runner.ts", import.meta.url));
const heapLimitMb = 384;
const killAfterMs = 1_000;

/** Runners of the service with this data folder. Leftover temporary folders of earlier ones are removed. */
export function runnersIn(dataDir: string): StartRunner {
  const folder = join(dataDir, "runners");
  rmSync(folder, { recursive: true, force: true });
  return (id, job, events) => {
    const tmp = join(folder, id);
    mkdirSync(tmp, { recursive: true, mode: 0o700 });
    const child = fork(program, [dataDirFlag(dataDir), `--invocation=${id}`], {
      execArgv: [`--max-old-space-size=${heapLimitMb}`],
      env: { NODE_ENV: "production", TMPDIR: tmp },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      cwd: tmp,
    });
    let over = false;
    const gone = (how: string) => {
      if (over) return;
      over = true;
      rmSync(tmp, { recursive: true, force: true });
      events.gone(how);
    };
    child.on("error", (error) => {
      if (child.pid === undefined) gone(`it could not be started: ${error.message}`);
    });
    child.on("message", (message) => {
      const read = runnerMessage.safeParse(message);
      if (!read.success) events.log("the runner sent a message that is not understood");
      else if (read.data.kind === "log") events.log(read.data.line);
      else events.outcome(read.data);
    });
    for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, events.log);
    child.on("close", (code, signal) => gone(signal === null ? `exit code ${code}` : `signal ${signal}`));
    child.send(job, (error) => {
      if (error) child.kill("SIGKILL");
    });
    const stop = () => {
      if (over) return;
      child.kill("SIGTERM");
      setTimeout(() => over || child.kill("SIGKILL"), killAfterMs).unref();
    };
    return { pid: child.pid, stop };
  };
}

function eachLine(stream: Readable, take: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    if (line.trim() !== "") take(withoutSecrets(line));
  });
}
