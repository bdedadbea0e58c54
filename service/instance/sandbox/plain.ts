// The way in where the system offers no namespaces: the command runs on the machine itself, in the instance's
// folder, with limits where the system has them. It can read what the service's user can.
import { join } from "node:path";
import { namesOf } from "../paths.ts";
import { type ProcessEntry, processTree } from "../process-tree.ts";
import {
  type Command,
  type Entrance,
  type Group,
  type Launch,
  lastStep,
  limitFlags,
  toolAt,
} from "./entrance.ts";

export class PlainEntrance implements Entrance {
  readonly #root: string;
  readonly #home: string;

  constructor(root: string, home: string) {
    this.#root = root;
    this.#home = home;
  }

  async launch(command: Command): Promise<Launch> {
    const inside = (path: string) => join(this.#root, ...namesOf(path));
    const { line, env } = lastStep({
      ...command,
      cwd: inside(command.cwd),
      env: { ...command.env, HOME: inside(this.#home) },
    });
    const [setpriv, prlimit] = process.platform === "linux" ? [toolAt("setpriv"), toolAt("prlimit")] : [];
    const steps = [
      ...(setpriv ? [setpriv, "--pdeathsig", "KILL", "--no-new-privs", "--"] : []),
      ...(prlimit ? [prlimit, ...limitFlags, "--"] : []),
      ...line,
    ];
    const [file = "/bin/sh", ...args] = steps;
    return { file, args, env };
  }

  async group(hostPid: number): Promise<Group> {
    return {
      members: async () => await processTree(hostPid),
      // No step waits with it: the system says so at the first write.
      readsInput: async () => true,
      release: async () => undefined,
    };
  }

  async everyone(): Promise<ProcessEntry[]> {
    return [];
  }

  async endAll(): Promise<void> {}

  async close(): Promise<void> {}
}
