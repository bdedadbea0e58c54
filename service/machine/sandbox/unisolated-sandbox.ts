// Fallback without namespaces: commands and browsers run directly on the machine, commands in the instance's folder with
// resource limits where available. They can read everything that the service's user can.
import { join } from "node:path";
import { namesOf } from "../../kernel/instance-path.ts";
import { type ProcessEntry, processTree } from "../../kernel/process-tree.ts";
import { noSystemEntries } from "./browser-tree.ts";
import {
  type BrowserProgram,
  type Command,
  commandLaunch,
  type Group,
  type Launch,
  prlimitFlags,
  type Sandbox,
  toolAt,
  unconfined,
} from "./sandbox.ts";

export class UnisolatedSandbox implements Sandbox {
  readonly #root: string;
  readonly #home: string;

  constructor(root: string, home: string) {
    this.#root = root;
    this.#home = home;
  }

  // Chromium's sandbox cannot be used by root.
  readonly allowsBrowserSandbox = process.getuid?.() !== 0;
  readonly owner = undefined;
  readonly systemEntries = noSystemEntries;
  readonly networkEnded = new Promise<never>(() => {});

  async browser({ first = [], program, args, cwd }: BrowserProgram) {
    return { ...unconfined([...first, program, ...args]), cwd };
  }

  browserPath(path: string): string {
    return path;
  }

  programPath(path: string): string {
    return path;
  }

  async own(): Promise<void> {}

  async publish(): Promise<void> {}

  async launch(command: Command): Promise<Launch> {
    const inside = (path: string) => join(this.#root, ...namesOf(path));
    const { line, env } = commandLaunch({
      ...command,
      cwd: inside(command.cwd),
      env: { ...command.env, HOME: inside(this.#home) },
    });
    const [setpriv, prlimit] = process.platform === "linux" ? [toolAt("setpriv"), toolAt("prlimit")] : [];
    const steps = [
      ...(setpriv ? [setpriv, "--pdeathsig", "KILL", "--no-new-privs", "--"] : []),
      ...(prlimit ? [prlimit, ...prlimitFlags, "--"] : []),
      ...line,
    ];
    const [file = "/bin/sh", ...args] = steps;
    return { file, args, env };
  }

  async group(hostPid: number): Promise<Group> {
    return {
      members: async () => await processTree(hostPid),
      // No launch step holds the input open: the first write fails.
      readsInput: async () => true,
      release: async () => undefined,
    };
  }

  async processes(): Promise<ProcessEntry[]> {
    return [];
  }

  async endAll(): Promise<void> {}

  async close(): Promise<void> {}
}
