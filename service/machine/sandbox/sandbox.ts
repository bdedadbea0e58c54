// Launching programs inside an instance. Client input (command, variables) is interpreted only in the last step,
// which has no rights left; all steps before run programs of the machine with our environment.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessEntry } from "../../kernel/process-tree.ts";
import type { SystemEntries } from "./browser-tree.ts";

export interface Command {
  command: string;
  /** Undefined: `command` may be a shell command line. */
  args: readonly string[] | undefined;
  /** Absolute path inside the instance. */
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** True: input and output are a terminal, whose first line reports the result of the start. */
  terminal: boolean;
  /** How many file descriptors from 4 on the command inherits; none when absent. */
  streams?: number;
}

/** A file or folder of this machine that programs in an instance may read. */
export interface SharedPath {
  /** A real path of this machine. */
  from: string;
  /** Relative to `sharedFolder`. */
  to: string;
}

/** Where programs find shared paths. */
export const sharedFolder = "/run/service";

/** A program of the machine with arguments and environment. fd 3 (fd 1 of a terminal) receives the report line. */
export interface Launch {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** A started process with all its descendants. */
export interface Group {
  /** Running members. */
  members(): Promise<ProcessEntry[]>;
  /** False when no member has its input open. */
  readsInput(): Promise<boolean>;
  /** Frees the handle; the group must not be used afterwards. */
  release(): Promise<void>;
}

/** A browser as it is started in the instance; all paths are of this machine. */
export interface BrowserProgram {
  /** The executable file. */
  program: string;
  args: readonly string[];
  /** A command with arguments, to be followed by those two, which becomes the browser: run in its place and rights. */
  first?: readonly string[];
  cwd: string;
  /** Identifies it among the processes of this machine: an argument that names its profile. */
  marker: string;
}

export interface BrowserCommand {
  command: string;
  args: string[];
  cwd: string;
  /** The browser is the first child of the started process, which confines it; otherwise it is that process. */
  isChild: boolean;
}

export interface Sandbox {
  /** Whether Chromium's own sandbox works for a browser started by `browser`. */
  readonly allowsBrowserSandbox: boolean;
  /** How to start a browser now, with this machine's paths in `args` given by `browserPath`. */
  browser(program: BrowserProgram): Promise<BrowserCommand>;
  /** The path by which a browser knows a file of the instance. */
  browserPath(path: string): string;
  /** The path by which a program knows a file of the instance or a shared one. */
  programPath(path: string): string;
  /** Gives folders and files to the instance's user. Symbolic links are not followed. */
  own(paths: readonly string[]): Promise<void>;
  /** Entries of the instance's root that must stay, as its browser's file tree needs them. */
  readonly systemEntries: SystemEntries;
  /** The user id of the instance's files; undefined when it is the service's. */
  readonly owner: number | undefined;
  /**
   * Makes exactly these ports of this machine's loopback reachable at the same ports of the instance's, where its network
   * is apart; otherwise nothing changes.
   */
  publish(ports: readonly number[]): Promise<void>;
  /** Resolves when its network has ended, before it is closed or with that; never where it has this machine's. */
  readonly networkEnded: Promise<unknown>;
  /** How to start `command` now. */
  launch(command: Command): Promise<Launch>;
  /** The group of a launch that has reported `mark` and waits; `hostPid`: of the started launch program. */
  group(hostPid: number, mark: string): Promise<Group>;
  /** All processes of the instance's programs, as far as they can be determined. */
  processes(): Promise<ProcessEntry[]>;
  /** Ends all of them. */
  endAll(): Promise<void>;
  /** Ends all of them; nothing can be launched afterwards. */
  close(): Promise<void>;
}

/** The command line of a browser that runs directly on this machine. */
export function unconfined([command = "", ...args]: readonly string[]): Omit<BrowserCommand, "cwd"> {
  return { command, args, isChild: false };
}

/** Environment of the launch steps. */
export const launcherEnv = {
  NODE_ENV: "production",
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LANG: "C.UTF-8",
} as const;

export const searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// Per process. Limits of the whole instance: `resource-guard.ts`.
const processLimits = {
  dataBytes: 2 * 1024 ** 3,
  fileBytes: 2 * 1024 ** 3,
  openFiles: 4096,
} as const;

/** Arguments of prlimit(1). */
export const prlimitFlags = [
  "--core=0",
  `--nofile=${processLimits.openFiles}`,
  `--fsize=${processLimits.fileBytes}`,
  `--data=${processLimits.dataBytes}`,
] as const;

// bash can close file descriptors above 9, so that those of the service are not inherited.
const shell = existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
const script = readFileSync(new URL("enter.sh", import.meta.url), "utf8");
const asShellLine = '[ -f "$0" ] && [ -x "$0" ] && exec "$0"; exec /bin/sh -c "$0"';
const shellMetacharacters = /[\s;&|<>$`"'\\()*?[\]{}~#!]/;

/** The last step: a shell that reports and then becomes the command. All client input is in `env`. */
export function commandLaunch({ command, args, cwd, env, terminal, streams = 0 }: Command): {
  line: string[];
  env: Record<string, string>;
} {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const program =
    args === undefined && shellMetacharacters.test(command)
      ? ["/bin/sh", "-c", asShellLine, command]
      : [command, ...(args ?? [])];
  const [file = ""] = program;
  const argv = [
    ...variables,
    // env(1) would interpret such a name as a variable.
    ...(file.includes("=") ? ["/bin/sh", "-c", 'exec "$0" "$@"'] : []),
    ...program,
  ];
  const parts = argv.map(quoted).join(" ").match(partPattern) ?? [];
  return {
    line: [shell, "-c", script, "enter", terminal ? "1" : "3"],
    env: {
      cwd,
      search: env.PATH ?? searchPath,
      command: file,
      parts: String(parts.length),
      inherited: String(3 + streams),
      ...Object.fromEntries(parts.map((part, at) => [`part${at}`, part])),
    },
  };
}

/** At most 120 kB each: Linux allows 128 KiB for one variable. */
const partPattern = /.{1,30000}/gsu;
/** As a word of a shell, at most two bytes longer than twice as long. */
const quoted = (argument: string) => `"${argument.replace(/["$`\\]/g, "\\$&")}"`;

const toolDirs = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** The path of a system program, if installed. */
export function toolAt(name: string): string | undefined {
  return toolDirs.map((dir) => join(dir, name)).find((path) => existsSync(path));
}
