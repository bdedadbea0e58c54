// Isolation by Linux namespaces. For programs: a holder process with a small read-only system around the instance's root,
// and the launch steps that enter it and drop all rights on the way. A browser has namespaces of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, lchown, lstat, mkdir, readlink, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { killNow, listProcesses, type ProcessEntry } from "../../kernel/process-tree.ts";
import {
  browserFolder,
  noSystemEntries,
  prepareBrowserTree,
  type SystemEntries,
  systemEntries,
} from "./browser-tree.ts";
import { isMountedNoexec } from "./mounts.ts";
import { groupOf, processesIn } from "./namespace-processes.ts";
import { InstanceNetwork, type NetworkMode, outsideNameServers } from "./network.ts";
import {
  type BrowserProgram,
  type Command,
  commandLaunch,
  type Group,
  type Launch,
  launcherEnv,
  prlimitFlags,
  type Sandbox,
  type SharedPath,
  sharedFolder,
  toolAt,
  unconfined,
} from "./sandbox.ts";
import { untilReady } from "./until-ready.ts";

const setpriv = toolAt("setpriv") ?? "setpriv";
const script = readFileSync(new URL("hold.sh", import.meta.url), "utf8");
const browserScript = readFileSync(new URL("browser.sh", import.meta.url), "utf8");
// Files created through the API belong to the service's user and must be as usable as the instance's own.
const capabilities = "-all,+dac_override,+fowner";
const maxUserProcesses = 512;
/** The user of a browser in a user namespace: Chromium refuses to be root. As in `browser.sh`. */
const mappedUid = 1000;
// Linux counts processes per user: instances of another service must not share the user id.
const uidRanges = { wide: [1_900_000_000, 200_000_000], narrow: [61_184, 4_000] } as const;

export interface NamespaceFolders {
  /** `/` inside the instance. */
  root: string;
  /** An empty private folder. */
  base: string;
  /** A private folder for parts of a browser's file tree. */
  system: string;
  /** A browser's own folder: its profile and temporary files. */
  run: string;
}

export interface NamespaceOptions {
  user: string;
  asRoot: boolean;
  /** False: browsers run directly on this machine. */
  confinesBrowsers: boolean;
  allowsBrowserSandbox: boolean;
  shared: readonly SharedPath[];
  network: NetworkMode;
}

interface Holder {
  child: ChildProcess;
  /** Host pid of the first process of the namespaces. */
  pid: number;
}

export class Namespaces implements Sandbox {
  readonly allowsBrowserSandbox: boolean;
  readonly #folders: NamespaceFolders;
  readonly #options: NamespaceOptions;
  /** As root, programs run under a user id of their own; otherwise in a user namespace. */
  readonly #asRoot: boolean;
  readonly #uid: number;
  /** Undefined: this machine's. */
  readonly #network: InstanceNetwork | undefined;
  readonly #nameServers: string | undefined;
  /** Mount options of the instance's own folders, which are all below one mount. */
  readonly #ownOptions: string;
  #holder: Promise<Holder> | undefined;
  #closed = false;

  private constructor(
    folders: NamespaceFolders,
    options: NamespaceOptions,
    network: InstanceNetwork | undefined,
  ) {
    this.#folders = folders;
    this.#options = options;
    this.allowsBrowserSandbox = options.allowsBrowserSandbox;
    this.#asRoot = options.asRoot;
    this.#uid = options.asRoot ? newUid() : 0;
    this.#network = network;
    this.#nameServers = network && outsideNameServers();
    this.#ownOptions = isMountedNoexec(folders.root) ? "bind,nosuid,nodev,noexec" : "bind,nosuid,nodev";
  }

  /** Prepares a new instance with its network. The other namespaces of its programs are created by the first launch. */
  static async create(folders: NamespaceFolders, options: NamespaceOptions): Promise<Namespaces> {
    for (const path of [folders.base, folders.system]) await mkdir(path, { mode: 0o700 });
    const network = options.network === "isolated" ? await InstanceNetwork.create(options) : undefined;
    return new Namespaces(folders, options, network);
  }

  get systemEntries(): SystemEntries {
    return this.#options.confinesBrowsers ? systemEntries : noSystemEntries;
  }

  get networkEnded(): Promise<unknown> {
    return this.#network?.ended ?? new Promise<never>(() => {});
  }

  get owner(): number | undefined {
    return this.#asRoot ? this.#uid : undefined;
  }

  async own(paths: readonly string[]): Promise<void> {
    await Promise.all(
      paths.map(async (path) => {
        if (this.#asRoot) await lchown(path, this.#uid, this.#uid);
        if ((await lstat(path)).isDirectory()) await chmod(path, 0o755);
      }),
    );
  }

  browserPath(path: string): string {
    if (!this.#options.confinesBrowsers) return path;
    const { root, run } = this.#folders;
    return insidePath(path, [
      [run, browserFolder],
      [root, "/"],
    ]);
  }

  programPath(path: string): string {
    const shared = this.#options.shared.map(({ from, to }) => [from, join(sharedFolder, to)] as const);
    return insidePath(path, [...shared, [this.#folders.root, "/"]]);
  }

  async browser({ first = [], program, args, cwd, marker }: BrowserProgram) {
    if (!this.#options.confinesBrowsers) return { ...unconfined([...first, program, ...args]), cwd };
    const { base } = this.#folders;
    const prepared = await prepareBrowserTree(this.#folders, {
      program: await realpath(program),
      user: this.#options.user,
      uid: this.#asRoot ? this.#uid : mappedUid,
      nameServers: this.#nameServers,
      ownOptions: this.#ownOptions,
    });
    const [command = "", ...enter] = [...(this.#network?.enter ?? []), toolAt("unshare") ?? "unshare"];
    return {
      command,
      args: [
        ...[...enter, "--mount", "--pid", "--ipc", "--uts"],
        ...this.#userNamespace(),
        // The marker in the place of the script's name: Chromium's own arguments have only paths inside.
        ...["--fork", "--kill-child=KILL", "--", "/bin/sh", "-c", browserScript, marker],
        ...[base, prepared.mountsFile, this.#asRoot ? String(this.#uid) : "mapped", this.browserPath(cwd)],
        ...[...first, prepared.program, ...args],
      ],
      cwd: "/",
      isChild: true,
    };
  }

  async launch(command: Command): Promise<Launch> {
    const { pid } = await this.#runningHolder();
    const { line, env } = commandLaunch(command);
    const launch = {
      file: setpriv,
      env,
      args: [
        ...["--pdeathsig", "KILL", "--", "nsenter", `--target=${pid}`, "--mount", "--pid", "--ipc"],
        ...(this.#network ? ["--net"] : []),
        ...(this.#asRoot ? [] : ["--user", "--preserve-credentials"]),
        // Not needed by the program: the namespace marks all its descendants, and they cannot leave it.
        ...["--", "unshare", "--uts"],
        // A session inside the pid namespace; otherwise a shell there does not find its terminal's.
        ...(command.terminal && this.#asRoot ? ["--", "setsid", "--ctty"] : ["--"]),
        ...["prlimit", ...prlimitFlags, `--nproc=${maxUserProcesses}`],
        ...["--", "setpriv", "--no-new-privs", ...this.#withoutRights()],
        ...["--", "chroot", ...this.#identity(), "/instance", ...line],
      ],
    };
    return command.terminal && !this.#asRoot ? ignoringInterrupts(launch) : launch;
  }

  async group(hostPid: number, mark: string): Promise<Group> {
    return await groupOf(hostPid, mark);
  }

  async publish(ports: readonly number[]): Promise<void> {
    await this.#network?.publish(ports);
  }

  async processes(): Promise<ProcessEntry[]> {
    const holder = await this.#holder?.catch(() => undefined);
    if (!holder) return [];
    const mark = await readlink(`/proc/${holder.pid}/ns/pid`).catch(() => undefined);
    if (mark === undefined) return [];
    const all = await processesIn("pid", mark);
    return all.filter(({ pid, parentPid, leaderPid }) => {
      return pid !== holder.pid && !(parentPid === holder.pid && leaderPid === holder.child.pid);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.endAll();
    await this.#network?.close();
  }

  async endAll(): Promise<void> {
    const holder = await this.#holder?.catch(() => undefined);
    if (!holder) return;
    this.#holder = undefined;
    // Its exit completes only when all others have exited; then its parent exits too.
    killNow(holder.pid);
    const { child } = holder;
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  #withoutRights(): string[] {
    if (!this.#asRoot) return [`--bounding-set=${capabilities},+sys_chroot`];
    return [
      "--securebits=+no_setuid_fixup",
      `--inh-caps=${capabilities}`,
      `--ambient-caps=${capabilities}`,
      `--bounding-set=${capabilities},+sys_chroot,+setuid,+setgid`,
    ];
  }

  /** Arguments of unshare(1). The network has a user namespace, which is entered with it. */
  #userNamespace(): string[] {
    return this.#asRoot || this.#network ? [] : ["--user", "--map-root-user"];
  }

  #identity(): string[] {
    return this.#asRoot ? [`--userspec=${this.#uid}:${this.#uid}`, "--groups="] : [];
  }

  #runningHolder(): Promise<Holder> {
    if (this.#closed) throw new Error("the instance is closed");
    if (this.#holder) return this.#holder;
    const starting = this.#startHolder();
    this.#holder = starting;
    const clear = () => {
      if (this.#holder === starting) this.#holder = undefined;
    };
    starting.then(({ child }) => child.once("exit", clear), clear);
    return starting;
  }

  async #startHolder(): Promise<Holder> {
    const { root, base } = this.#folders;
    const enter = this.#network?.enter ?? [setpriv, "--pdeathsig", "KILL", "--"];
    const [command = "", ...args] = [...enter, "unshare", "--mount", "--pid", "--ipc", "--uts"];
    const nameservers = this.#nameServers;
    const child = spawn(
      command,
      [
        ...args,
        ...this.#userNamespace(),
        ...["--fork", "--kill-child=KILL", "--", "/bin/sh", "-c", script, "hold"],
        ...[root, base, this.#ownOptions, String(this.#uid), this.#options.user],
        ...this.#options.shared.flatMap(({ from, to }) => [from, relative("/run", join(sharedFolder, to))]),
      ],
      {
        env: { ...launcherEnv, ...(nameservers === undefined ? {} : { nameservers }) },
        cwd: "/",
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    try {
      await untilReady(child, child.stdout, "the namespaces");
      const first = (await listProcesses()).find(({ parentPid }) => parentPid === child.pid);
      if (!first) throw new Error("the namespaces ended at once");
      return { child, pid: first.pid };
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }
}

/** The path of a file inside, where `places` has pairs: a folder or file of this machine and its place inside. */
function insidePath(path: string, places: readonly (readonly [string, string])[]): string {
  for (const [outside, inside] of places) {
    const below = relative(outside, path);
    if (below !== ".." && !below.startsWith("../")) return join(inside, below);
  }
  throw new Error(`${path} is not in the instance`);
}

/** An unused user id; from a small range in a container without large ones. */
function newUid(): number {
  const mapped = Number(/^\s*0\s+\d+\s+(\d+)/.exec(readFileSync("/proc/self/uid_map", "utf8"))?.[1] ?? 0);
  const [first, count] = mapped > 2 ** 31 ? uidRanges.wide : uidRanges.narrow;
  return first + randomInt(count);
}

/** Without root the controlling terminal cannot be passed on: its interrupts also reach the waiting launch step. */
function ignoringInterrupts({ file, args, env }: Launch): Launch {
  return { env, file: "/bin/sh", args: ["-c", 'trap "" INT QUIT; exec "$0" "$@"', file, ...args] };
}
