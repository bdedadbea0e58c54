// One session's machine: its folder, its file root as clients see it, its processes.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readlink, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../domain/clock.ts";
import type { Paces } from "../paces.ts";
import { keepOnly } from "./clean.ts";
import { InstanceFiles } from "./files.ts";
import { InstanceProcesses } from "./instance-processes.ts";
import { rotatedNames } from "./log-file.ts";
import type { Entrance } from "./sandbox/entrance.ts";
import { entranceOf } from "./sandbox/isolation.ts";
import { type SupervisedProcess, Supervisor } from "./supervisor.ts";
import { Watches } from "./watches.ts";

export const serviceUser = "fleetdeck";
const appLogDir = "/var/log/app";
export const supervisorLogDir = "/var/log/supervisord";

// Chromium puts a socket below its TMPDIR, and the system allows a socket's path about 100 bytes.
const tmpPathMaxBytes = 55;
// Folders of its home in which Chromium keeps files of its own, some of them open, and those it runs with.
const chromiumsOwn = [".cache", ".config", ".local", ".pki", "extensions"];
const farTmpPrefix = "fleetdeck-";

export interface InstancePaths {
  dir: string;
  /** What clients see as `/`. */
  root: string;
  home: string;
  /** Where our own logs are, by real paths: what programs of the instance do to them leads nowhere else. */
  supervisorLogs: string;
  appLogs: string;
  profile: string;
  tmp: string;
}

export class Instance {
  readonly paths: InstancePaths;
  readonly paces: Paces;
  readonly files: InstanceFiles;
  readonly watches: Watches;
  /** The instance's own processes. */
  readonly supervisor: Supervisor;
  /** What clients run in it. */
  readonly processes: InstanceProcesses;

  private constructor(paths: InstancePaths, entrance: Entrance, pace: { clock: Clock; paces: Paces }) {
    this.paths = paths;
    this.paces = pace.paces;
    this.files = new InstanceFiles(paths.root, join(paths.dir, "scratch"));
    this.watches = new Watches(paths.root);
    this.processes = new InstanceProcesses(entrance, {
      home: `/home/${serviceUser}`,
      user: serviceUser,
      clock: pace.clock,
      paces: pace.paces.instances,
    });
    this.supervisor = new Supervisor(paths.supervisorLogs, pace);
  }

  /** Makes the folders, readable by this user alone. */
  static async create(
    instancesDir: string,
    sessionId: string,
    pace: { clock: Clock; paces: Paces },
  ): Promise<Instance> {
    const dir = join(instancesDir, sessionId);
    const root = join(dir, "root");
    const home = join(root, "home", serviceUser);
    for (const path of [dir, home, join(root, "tmp"), join(root, supervisorLogDir), join(root, appLogDir)]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
    const profile = join(dir, "profile");
    await mkdir(profile, { mode: 0o700 });
    const entrance = await entranceOf(
      { root, base: join(dir, "base") },
      { user: serviceUser, owned: [root, join(root, "home"), home, join(root, "tmp")] },
    );
    const tmp = await makeTmp(join(dir, "tmp"));
    const supervisorLogs = await realpath(join(root, supervisorLogDir));
    const appLogs = await realpath(join(root, appLogDir));
    return new Instance({ dir, root, home, supervisorLogs, appLogs, profile, tmp }, entrance, pace);
  }

  /** Takes out what a holder left: processes, watches, files, and lines in the log of the one process that stays. */
  async clean(stays: SupervisedProcess): Promise<void> {
    await this.processes.endAll();
    await this.watches.close();
    const logs = [stays.name, ...rotatedNames(stays.name)];
    await keepOnly(this.paths.root, {
      folders: {
        home: { folders: { [serviceUser]: { folders: {}, asIs: chromiumsOwn } } },
        tmp: { folders: {} },
        var: {
          folders: { log: { folders: { app: { folders: {} }, supervisord: { folders: {}, asIs: logs } } } },
        },
      },
    });
    await stays.restartLog();
  }

  /** Ends every process and removes the folder. */
  async destroy(): Promise<void> {
    await this.watches.close();
    await this.processes.close();
    await this.supervisor.close();
    await removeInstanceDir(this.paths.dir);
  }
}

async function makeTmp(path: string): Promise<string> {
  if (Buffer.byteLength(path) <= tmpPathMaxBytes) {
    await mkdir(path, { mode: 0o700 });
    return path;
  }
  const elsewhere = await mkdtemp(join(tmpdir(), farTmpPrefix));
  await symlink(elsewhere, path);
  return elsewhere;
}

/** Removes an instance's folder and a temporary folder it has elsewhere. */
export async function removeInstanceDir(dir: string): Promise<void> {
  const elsewhere = await readlink(join(dir, "tmp")).catch(() => undefined);
  if (elsewhere && dirname(elsewhere) === tmpdir() && basename(elsewhere).startsWith(farTmpPrefix)) {
    await remove(elsewhere);
  }
  await remove(dir);
}

async function remove(path: string): Promise<void> {
  if (existsSync(path)) await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
