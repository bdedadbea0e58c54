import * as z from "zod/mini";
import { openEnum, optional, resource, timestamp } from "./schema.ts";

export const processStates = ["running", "exited"] as const;

/** State of one process in a session's instance: api.md §2. `exit_code` is null while it runs. */
export const processStatus = resource({
  state: optional(openEnum(processStates)),
  exit_code: optional(z.int()),
  cpu_pct: optional(z.number()),
  mem_bytes: optional(z.int()),
});
export type ProcessStatus = z.infer<typeof processStatus>;

const text = z
  .string()
  .check(z.refine((value) => !value.includes("\0"), { message: "must not contain NUL" }));
const terminalSize = z.int().check(z.minimum(1), z.maximum(65_535));

/** What to run in an instance. Without `args`, a command with blanks or shell signs is a line for the shell. */
export const processExec = z.object({
  command: text.check(z.minLength(1), z.maxLength(100_000)),
  args: z.optional(z.array(text)),
  cwd: z.nullish(text.check(z.regex(/^\//, "expected an absolute path"), z.maxLength(4096))),
  env: z.optional(z.record(z.string(), text)),
  as_user: z.nullish(z.string().check(z.minLength(1), z.maxLength(255))),
  as_root: z.nullish(z.boolean()),
  timeout_sec: z.nullish(z.int().check(z.minimum(1), z.maximum(86_400))),
});
export type ProcessExec = z.infer<typeof processExec>;

export const processSpawn = z.object({
  ...processExec.shape,
  allocate_tty: z.nullish(z.boolean()),
  rows: z.nullish(terminalSize),
  cols: z.nullish(terminalSize),
});

/** Exit code -1: a signal ended it. */
export const processResult = resource({
  exit_code: optional(z.int()),
  stdout_b64: optional(z.string()),
  stderr_b64: optional(z.string()),
  duration_ms: optional(z.int()),
});

export const spawnedProcess = resource({
  process_id: optional(z.string()),
  /** As the instance counts. */
  pid: optional(z.int()),
  started_at: optional(timestamp),
});

export const processInput = z.object({ data_b64: z.base64() });
export const processInputTaken = resource({ written_bytes: optional(z.int()) });

export const processSignals = ["TERM", "KILL", "INT", "HUP"] as const;
export type ProcessSignal = (typeof processSignals)[number];
export const processKill = z.object({ signal: z.enum(processSignals) });

export const processResize = z.object({ rows: terminalSize, cols: terminalSize });
export const processDone = resource({ ok: z.boolean() });

export const processStreams = ["stdout", "stderr"] as const;
export type ProcessStream = (typeof processStreams)[number];

/** Either a piece of output, or the last event: the exit. */
export const processOutput = resource({
  stream: optional(openEnum(processStreams)),
  data_b64: optional(z.string()),
  event: optional(openEnum(["exit"])),
  exit_code: optional(z.int()),
});
export type ProcessOutput = z.infer<typeof processOutput>;
