import * as z from "zod/mini";
import { openEnum, optional, resource, timestamp } from "./schema.ts";

/** Values of `state`; the specification does not list them, the types of @onkernel/sdk do. */
const processStates = ["running", "exited"] as const;

/** Status of a process in a browser instance. `exit_code` is null while it runs; `mem_bytes` is resident memory. */
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

/** A command to execute. Without `args`, a command with blanks or shell metacharacters is passed to a shell. */
export const processExec = z.object({
  command: text.check(z.minLength(1), z.maxLength(100_000)),
  args: z.optional(z.array(text)),
  cwd: z.nullish(text.check(z.regex(/^\//, "expected an absolute path"), z.maxLength(4096))),
  env: z.optional(z.record(z.string(), text)),
  as_user: z.nullish(z.string().check(z.minLength(1), z.maxLength(255))),
  as_root: z.nullish(z.boolean()),
  /** Seconds; none when null or 0. */
  timeout_sec: z.nullish(z.int().check(z.minimum(0), z.maximum(86_400))),
});
export type ProcessExec = z.infer<typeof processExec>;

/** A command to start in the background; `rows` and `cols` apply with `allocate_tty`. */
export const processSpawn = z.object({
  ...processExec.shape,
  allocate_tty: z.nullish(z.boolean()),
  rows: z.nullish(terminalSize),
  cols: z.nullish(terminalSize),
});

/** Outcome of an executed command. Exit code -1: ended by a signal. Output is base64. */
export const processResult = resource({
  exit_code: optional(z.int()),
  stdout_b64: optional(z.string()),
  stderr_b64: optional(z.string()),
  duration_ms: optional(z.int()),
});

/** A started process. */
export const spawnedProcess = resource({
  process_id: optional(z.string()),
  /** Process id within the instance. */
  pid: optional(z.int()),
  started_at: optional(timestamp),
});

/** Bytes for standard input, in base64. */
export const processInput = z.object({ data_b64: z.base64() });
/** How many bytes were written to standard input. */
export const processInputTaken = resource({ written_bytes: optional(z.int()) });

/** Signals the API accepts. */
export const processSignals = ["TERM", "KILL", "INT", "HUP"] as const;
export type ProcessSignal = (typeof processSignals)[number];
/** Body of POST …/kill. */
export const processKill = z.object({ signal: z.enum(processSignals) });

/** Terminal size in characters. */
export const processResize = z.object({ rows: terminalSize, cols: terminalSize });
/** Response of sending a signal or resizing a terminal. */
export const processDone = resource({ ok: z.boolean() });

/** Output streams of a process. */
export const processStreams = ["stdout", "stderr"] as const;
export type ProcessStream = (typeof processStreams)[number];

/** One item of an output stream: a chunk in base64, or the exit as last item. */
export const processOutput = resource({
  stream: optional(openEnum(processStreams)),
  data_b64: optional(z.string()),
  event: optional(openEnum(["exit"])),
  exit_code: optional(z.int()),
});
export type ProcessOutput = z.infer<typeof processOutput>;
