// One session's machine: its folder, its file root as clients access it, its processes.
import { mkdir, mkdtemp, readlink, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import type { Paces } from "../kernel/paces.ts";
import { DirectoryWatches } from "./directory-watches.ts";
import { InstanceFiles } from "./files.ts";
import { InstanceProcesses } from "./instance-processes.ts";
import { removeAllExcept } from "./remove-all-except.ts";
import { removeFolder } from "./remove-folder.ts";
import { placeSystemEntries } from "./sandbox/browser-tree.ts";
import { createSandbox } from "./sandbox/isolation.ts";
import type { NetworkMode } from "./sandbox/network.ts";
import type { Sandbox, SharedPath } from "./sandbox/sandbox.ts";
import { Supervisor } from "./supervisor.ts";

export const serviceUser = "fleetdeck";
/** Inside the instance. */
export const homePath = `/home/${serviceUser}`;
const appLogDir = "/var/log/app";
export const supervisorLogDir = "/var/log/supervisord";

// Chromium creates a socket below its TMPDIR, and a socket path is limited to about 100 bytes.
const tmpPathMaxBytes = 55;
const externalTmpPrefix = "fleetdeck-";

const emptyFolder = { folders: {} };

export interface InstancePaths {
  dir: string;
  /** `/` for clients. */
  root: string;
  home: string;
  /** Folders of our own logs as real paths, so that links made by the instance's programs cannot redirect them. */
  supervisorLogs: string;
  appLogs: string;
  /** The browser's own folder, with its profile and temporary files. */
  run: string;
  profile: string;
  /** The browser's own home directory: clients and their programs neither read nor write its settings and certificates. */
  browserHome: string;
  tmp: string;
}

export interface InstanceOptions {
  clock: Clock;
  paces: Paces;
  /** What its programs may read of this machine. */
  shared: readonly SharedPath[];
  network: NetworkMode;
}

export class Instance {
  readonly paths: InstancePaths;
  readonly paces: Paces;
  readonly files: InstanceFiles;
  readonly watches: DirectoryWatches;
  /** The instance's own processes, such as Chromium. */
  readonly supervisor: Supervisor;
  /** Programs run by clients. */
  readonly processes: InstanceProcesses;
  /** How its programs and its browser are isolated. */
  readonly sandbox: Sandbox;

  private constructor(paths: InstancePaths, sandbox: Sandbox, pace: { clock: Clock; paces: Paces }) {
    this.paths = paths;
    this.paces = pace.paces;
    this.sandbox = sandbox;
    this.files = new InstanceFiles(paths.root, join(paths.dir, "scratch"), {
      ...(sandbox.owner === undefined ? {} : { owner: sandbox.owner }),
      reserved: [...sandbox.systemEntries.folders, ...Object.keys(sandbox.systemEntries.links)],
    });
    this.watches = new DirectoryWatches(paths.root);
    this.processes = new InstanceProcesses(sandbox, {
      home: homePath,
      user: serviceUser,
      clock: pace.clock,
      paces: pace.paces.instances,
    });
    this.supervisor = new Supervisor(paths.supervisorLogs, pace);
  }

  /** Creates the folders, private to the service's user. Leaves nothing behind when it fails. */
  static async create(
    instancesDir: string,
    sessionId: string,
    { shared, network, ...pace }: InstanceOptions,
  ): Promise<Instance> {
    const dir = join(await realpath(instancesDir), sessionId);
    const root = join(dir, "root");
    const home = join(root, "home", serviceUser);
    const run = join(dir, "run");
    const profile = join(run, "profile");
    const browserHome = join(run, "home");
    const folders = [home, join(root, "tmp"), join(root, supervisorLogDir), join(root, appLogDir)];
    await Promise.all(
      [...folders, join(run, "cache"), profile].map((path) => mkdir(path, { recursive: true, mode: 0o700 })),
    );
    let sandbox: Sandbox | undefined;
    try {
      sandbox = await createSandbox(
        { root, base: join(dir, "base"), system: join(dir, "system"), run },
        { user: serviceUser, shared, network },
      );
      const tmp = await makeTmp(join(run, "tmp"), sandbox);
      await sandbox.own(ownFolders({ root, run, profile, tmp }));
      await placeBrowserHome({ browserHome, home }, sandbox);
      const supervisorLogs = await realpath(join(root, supervisorLogDir));
      const appLogs = await realpath(join(root, appLogDir));
      const paths = { dir, root, home, supervisorLogs, appLogs, run, profile, browserHome, tmp };
      return new Instance(paths, sandbox, pace);
    } catch (error) {
      await sandbox?.close();
      await removeInstanceDir(dir);
      throw error;
    }
  }

  /**
   * Removes what a holder left, while no browser runs: processes, watches, and all files, with those of the browser, its log
   * and its extensions. Follows no link.
   */
  async clean(): Promise<void> {
    await this.processes.endAll();
    await this.watches.close();
    const { dir, root, run, tmp } = this.paths;
    const { systemEntries } = this.sandbox;
    await removeAllExcept(root, {
      folders: {
        ...Object.fromEntries(systemEntries.folders.map((name) => [name, emptyFolder])),
        home: { folders: { [serviceUser]: emptyFolder } },
        tmp: emptyFolder,
        var: { folders: { log: { folders: { app: emptyFolder, supervisord: emptyFolder } } } },
      },
    });
    const system = join(dir, "system");
    await removeAllExcept(system, emptyFolder);
    await placeSystemEntries({ root, system }, systemEntries);
    // Its temporary folder may be a link to one elsewhere, which stays.
    await removeAllExcept(run, { folders: { profile: emptyFolder, cache: emptyFolder }, asIs: ["tmp"] });
    await removeAllExcept(tmp, emptyFolder);
    await this.sandbox.own(ownFolders(this.paths));
    await placeBrowserHome(this.paths, this.sandbox);
  }

  /** Creates a folder for its browser. The caller removes it. */
  async createBrowserFolder(prefix: string): Promise<string> {
    const dir = await mkdtemp(join(this.paths.run, prefix));
    await this.sandbox.own([dir]);
    return dir;
  }

  /** Ends every process and removes the folder. */
  async destroy(): Promise<void> {
    await this.watches.close();
    await this.processes.close();
    await this.supervisor.close();
    await removeInstanceDir(this.paths.dir);
  }
}

/** The folders that belong to the instance's user. */
const ownFolders = ({ root, run, profile, tmp }: Pick<InstancePaths, "root" | "run" | "profile" | "tmp">) => [
  ...[root, join(root, "home"), join(root, "home", serviceUser), join(root, "tmp")],
  ...[run, join(run, "cache"), profile, tmp],
];

/** Creates the home directory of a browser that has not begun, with its downloads in the client's. */
async function placeBrowserHome(
  { browserHome, home }: Pick<InstancePaths, "browserHome" | "home">,
  sandbox: Sandbox,
): Promise<void> {
  const settings = join(browserHome, ".config");
  const file = join(settings, "user-dirs.dirs");
  await mkdir(settings, { recursive: true, mode: 0o700 });
  const downloads = sandbox.browserPath(join(home, "Downloads")).replaceAll(/["\\]/g, "\\$&");
  await writeFile(file, `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  await sandbox.own([browserHome, settings, file]);
}

async function makeTmp(path: string, sandbox: Sandbox): Promise<string> {
  if (Buffer.byteLength(sandbox.browserPath(path)) <= tmpPathMaxBytes) {
    await mkdir(path, { mode: 0o700 });
    return path;
  }
  const elsewhere = await mkdtemp(join(tmpdir(), externalTmpPrefix));
  await symlink(elsewhere, path);
  return elsewhere;
}

/** Removes an instance's folder and its temporary folder elsewhere, if it has one. */
export async function removeInstanceDir(dir: string): Promise<void> {
  const elsewhere = await readlink(join(dir, "run", "tmp")).catch(() => undefined);
  if (elsewhere && dirname(elsewhere) === tmpdir() && basename(elsewhere).startsWith(externalTmpPrefix)) {
    await removeFolder(elsewhere);
  }
  await removeFolder(dir);
}
