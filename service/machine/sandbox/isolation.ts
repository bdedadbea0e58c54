// Detects whether this machine can isolate instances, by trying it once.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openPipes } from "./channels.ts";
import { type NamespaceFolders, Namespaces } from "./namespaces.ts";
import { InstanceNetwork, missingNetworkPackages, type NetworkMode, outsideNameServers } from "./network.ts";
import { launcherEnv, type Sandbox, type SharedPath, toolAt } from "./sandbox.ts";
import { UnisolatedSandbox } from "./unisolated-sandbox.ts";

const run = promisify(execFile);

export type Isolation =
  | { kind: "namespaces"; asRoot: boolean; browsers: BrowserIsolation }
  | { kind: "none"; reason: string };

/** `sandbox`: whether Chromium's own sandbox works in addition. */
export type BrowserIsolation = { confined: true; sandbox: boolean } | { confined: false; reason: string };

const tools = [
  "unshare",
  "nsenter",
  "setsid",
  "setpriv",
  "prlimit",
  "chroot",
  "mount",
  "umount",
  "pivot_root",
];
let found: Promise<Isolation> | undefined;

/** The kind of isolation of instances on this machine; probed once per process. */
export function isolation(): Promise<Isolation> {
  found ??= probe();
  return found;
}

/** `SERVICE_NETWORK` requires what this machine does not have; the message is one line for the operator. */
export class NetworkUnavailable extends Error {
  override readonly name = "NetworkUnavailable";
}

/**
 * Resolves when instances can have networks of their own, with a warning for the operator if there is one. Throws
 * NetworkUnavailable otherwise. `find` as `toolAt`.
 */
export async function requireIsolatedNetwork(find = toolAt): Promise<string | undefined> {
  const refused = (reason: string) =>
    new NetworkUnavailable(
      `SERVICE_NETWORK=isolated cannot be used here: ${reason}. Correct that, or set SERVICE_NETWORK=host, which lets pages and programs reach this machine's own services.`,
    );
  const available = await isolation();
  if (available.kind === "none") throw refused(`instances cannot be isolated (${available.reason})`);
  const { asRoot, browsers } = available;
  if (!browsers.confined) throw refused(`browsers cannot be confined (${browsers.reason})`);
  const missing = missingNetworkPackages(find);
  if (missing.length > 0) {
    throw refused(`install ${missing.join(" and ")} (Debian: apt-get install ${missing.join(" ")})`);
  }
  const network = await InstanceNetwork.create({ asRoot }).catch((error: unknown) => {
    throw refused(`the kernel or slirp4netns refuses (${reasonOf(error)})`);
  });
  await network.close();
  return outsideNameServers() === ""
    ? "pages and programs cannot resolve names: /etc/resolv.conf has no IPv4 name server that is not on this machine"
    : undefined;
}

/** The sandbox of a new instance; its programs may read `shared`. */
export async function createSandbox(
  folders: NamespaceFolders,
  { user, shared, network }: { user: string; shared: readonly SharedPath[]; network: NetworkMode },
): Promise<Sandbox> {
  const available = await isolation();
  if (available.kind === "none") return new UnisolatedSandbox(folders.root, `/home/${user}`);
  const { asRoot, browsers } = available;
  return await Namespaces.create(folders, {
    user,
    asRoot,
    confinesBrowsers: browsers.confined,
    allowsBrowserSandbox: browsers.confined ? browsers.sandbox : !asRoot,
    shared,
    network,
  });
}

async function probe(): Promise<Isolation> {
  if (process.platform !== "linux") return { kind: "none", reason: "namespaces exist on Linux only" };
  const missing = tools.filter((name) => toolAt(name) === undefined);
  if (missing.length > 0) return { kind: "none", reason: `not installed: ${missing.join(", ")}` };
  const asRoot = process.getuid?.() === 0;
  const dir = await mkdtemp(join(await realpath(tmpdir()), "fleetdeck-try-"));
  const folders = {
    root: join(dir, "root"),
    base: join(dir, "base"),
    system: join(dir, "system"),
    run: join(dir, "run"),
  };
  for (const path of [folders.root, folders.run]) await mkdir(path);
  const namespaces = await Namespaces.create(folders, {
    user: "try",
    asRoot,
    confinesBrowsers: true,
    allowsBrowserSandbox: true,
    shared: [],
    network: "host",
  });
  try {
    await namespaces.own([folders.root, folders.run]);
    await tryProgram(namespaces);
    return { kind: "namespaces", asRoot, browsers: await tryBrowser(namespaces, folders.root) };
  } catch (error) {
    return { kind: "none", reason: reasonOf(error) };
  } finally {
    await namespaces.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Rejects when a program does not run. */
async function tryProgram(namespaces: Namespaces): Promise<void> {
  const launch = await namespaces.launch({ command: "true", args: [], cwd: "/", env: {}, terminal: false });
  const ended = Promise.withResolvers<number | null>();
  let output = "";
  const sink = {
    output: (_stream: string, data: Buffer) => {
      output += data.toString();
      return true;
    },
    ended: ended.resolve,
  };
  const channel = await openPipes(launch, sink, { input: false });
  const report = await channel.report;
  channel.proceed();
  const code = await ended.promise;
  if (!/^started \d+ uts:\S+$/.test(report) || code !== 0) throw new Error(output || `exit code ${code}`);
}

/** Starts a shell as a browser is started, and in it what Chromium's sandbox needs: a user namespace of its own. */
async function tryBrowser(namespaces: Namespaces, root: string): Promise<BrowserIsolation> {
  try {
    const { command, args, cwd } = await namespaces.browser({
      program: "/bin/sh",
      args: ["-c", "echo confined; unshare --user --map-root-user --pid --net --fork true && echo sandbox"],
      cwd: root,
      marker: "try",
    });
    const { stdout } = await run(command, args, { cwd, env: launcherEnv }).catch(
      (error: Error & { stdout?: string; stderr?: string }) => {
        if (error.stdout?.startsWith("confined")) return { stdout: error.stdout };
        throw new Error(error.stderr || error.message);
      },
    );
    return { confined: true, sandbox: stdout.includes("sandbox") };
  } catch (error) {
    return { confined: false, reason: reasonOf(error) };
  }
}

/** The last line that says something: mount(8) ends its errors with a hint. */
const reasonOf = (error: unknown) => {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return lines.findLast((line) => !line.includes("dmesg(1)")) ?? "unknown";
};

/** One line for the operator when instances are not isolated completely; undefined when they are. */
export function isolationWarning(isolated: Isolation): string | undefined {
  const needs =
    "That takes Linux with util-linux, as root or where users may create namespaces; in a container also seccomp=unconfined, apparmor=unconfined and systempaths=unconfined";
  if (isolated.kind === "none") {
    return `instances are not kept apart on this machine (${isolated.reason}): what clients run in one, and its browser, can read what this user can. ${needs}`;
  }
  const { browsers } = isolated;
  if (!browsers.confined) {
    return `browsers are not confined to their instance on this machine (${browsers.reason}): they can read what this user can. ${needs}`;
  }
  return browsers.sandbox
    ? undefined
    : "Chromium's own sandbox does not work on this machine: a page that breaks out of its renderer has its whole instance";
}
