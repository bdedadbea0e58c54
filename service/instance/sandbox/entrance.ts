// The way into an instance for its programs: what is run on the machine so that a command runs inside. User input
// (command, variables) only becomes meaningful in the last step, where no rights are left: everything before
// runs programs of the machine with an environment of ours.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessEntry } from "../process-tree.ts";

export interface Command {
  command: string;
  /** Undefined: `command` may be a line for the shell. */
  args: readonly string[] | undefined;
  /** Absolute, as the instance sees it. */
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** True: input and output are a terminal, where the first line says what became of the start. */
  terminal: boolean;
}

/** A program of the machine with its arguments, `env` beside `stepEnv`; fd 3 (fd 1 of a terminal) gets the `Started` line. */
export interface Launch {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** A started process with all its offspring. */
export interface Group {
  /** Those that live. */
  members(): Promise<ProcessEntry[]>;
  /** False when none of them has its input open any more. */
  readsInput(): Promise<boolean>;
  /** Nobody will ask any more. */
  release(): Promise<void>;
}

export interface Entrance {
  /** How `command` is started now. */
  launch(command: Command): Promise<Launch>;
  /** The group of a launch that has said `mark`, and waits: `hostPid` is what was run on the machine. */
  group(hostPid: number, mark: string): Promise<Group>;
  /** All that programs of the instance run, as far as it can be told. */
  everyone(): Promise<ProcessEntry[]>;
  /** Ends all of it. */
  endAll(): Promise<void>;
  /** The same, for good. */
  close(): Promise<void>;
}

/** Environment of the steps in between. */
export const stepEnv = {
  NODE_ENV: "production",
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LANG: "C.UTF-8",
} as const;

export const searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// For each process; memory and number in all: see `guard.ts`.
const processLimits = {
  dataBytes: 2 * 1024 ** 3,
  fileBytes: 2 * 1024 ** 3,
  openFiles: 4096,
} as const;

/** For prlimit(1). */
export const limitFlags = [
  "--core=0",
  `--nofile=${processLimits.openFiles}`,
  `--fsize=${processLimits.fileBytes}`,
  `--data=${processLimits.dataBytes}`,
] as const;

// bash can close more than the first ten open files; what the service itself was started with is not passed on.
const shell = existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
const script = readFileSync(new URL("enter.sh", import.meta.url), "utf8");
const asShellLine = '[ -f "$0" ] && [ -x "$0" ] && exec "$0"; exec /bin/sh -c "$0"';
const shellSigns = /[\s;&|<>$`"'\\()*?[\]{}~#!]/;

/** The last step: a shell that reports, and becomes the command. All that came from a client is in `env`. */
export function lastStep({ command, args, cwd, env, terminal }: Command): {
  line: string[];
  env: Record<string, string>;
} {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const program =
    args === undefined && shellSigns.test(command)
      ? ["/bin/sh", "-c", asShellLine, command]
      : [command, ...(args ?? [])];
  const [file = ""] = program;
  const words = [
    ...variables,
    // env(1) would take such a name for a variable.
    ...(file.includes("=") ? ["/bin/sh", "-c", 'exec "$0" "$@"'] : []),
    ...program,
  ];
  return {
    line: [shell, "-c", script, "enter", terminal ? "1" : "3"],
    env: {
      cwd,
      search: env.PATH ?? searchPath,
      command: file,
      words: String(words.length),
      ...Object.fromEntries(words.map((word, at) => [`w${at}`, word])),
    },
  };
}

const toolDirs = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** Where the machine has one of its programs. */
export function toolAt(name: string): string | undefined {
  return toolDirs.map((dir) => join(dir, name)).find((path) => existsSync(path));
}
