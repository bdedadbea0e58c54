// The file tree of a confined browser: the instance's root as `/`, and above it, read-only, this machine's programs and
// the few settings that a browser needs. Prepared here as folders and a list of mounts; `browser.sh` mounts them.
//
// Nothing else is done meanwhile: a creation waits for some sixty calls on small files, each of which takes microseconds,
// and several times as long where a thread has to be woken for it.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorCode } from "../../kernel/system-error.ts";
import { moveDirectory } from "../resolve-beneath.ts";

const systemNames = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];
// Only settings that cannot contain a secret.
const copiedSettings = [
  "ld.so.cache",
  "ld.so.conf",
  "timezone",
  "nsswitch.conf",
  "resolv.conf",
  "host.conf",
  "gai.conf",
];
const mountedSettings = [
  "alternatives",
  "fonts",
  "ssl/certs",
  "pki",
  "ca-certificates",
  "chromium",
  "chromium.d",
  "opt",
];
const devices = ["null", "zero", "full", "random", "urandom"];
const readOnly = "bind,ro,nosuid,nodev";
const fontCache = "/var/cache/fontconfig";

/** Where a browser finds its own folder (profile, temporary files), and below it its program if that is not in /usr. */
export const browserFolder = "/run";
const browserCache = `${browserFolder}/cache`;
const browserProgram = `${browserFolder}/program`;

/** Entries of an instance's root that belong to the tree of its browser. */
export interface SystemEntries {
  /** Folders that are mounted over: when one is removed, the mount is gone, too. */
  folders: readonly string[];
  /** Symbolic links with their targets. */
  links: Readonly<Record<string, string>>;
}

export const noSystemEntries: SystemEntries = { folders: [], links: {} };

const linkOf = (name: string) => {
  try {
    return readlinkSync(`/${name}`);
  } catch {
    return undefined;
  }
};
const links = Object.fromEntries(
  systemNames.flatMap((name) => {
    const target = linkOf(name);
    return target === undefined ? [] : [[name, target]];
  }),
);
const systemFolders = systemNames.filter((name) => !(name in links) && existsSync(`/${name}`));

export const systemEntries: SystemEntries = {
  folders: [...systemFolders, "etc", "dev", "proc", "run"],
  links,
};

/**
 * Creates the system entries, and replaces what a program of this instance left in their places. A folder in a link's place
 * is moved below `system`, a private folder: it may have any number of files, and programs may be changing it.
 */
export async function placeSystemEntries(
  { root, system }: Pick<BrowserTreeFolders, "root" | "system">,
  { folders, links }: SystemEntries,
): Promise<void> {
  for (const name of Object.keys(links)) {
    const path = join(root, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) await moveDirectory(path, mkdtempSync(join(system, "left-")));
  }
  // An entry left by a program must not redirect a mount.
  for (const name of folders) placeFolder(join(root, name));
  for (const [name, target] of Object.entries(links)) placeLink(join(root, name), target);
}

export interface BrowserTreeFolders {
  /** `/` inside the instance. */
  root: string;
  /** An empty folder, over which the tree is mounted. */
  base: string;
  /** A folder for what is prepared here. */
  system: string;
  /** The browser's own folder, `browserFolder` inside. */
  run: string;
}

interface TreeUser {
  user: string;
  uid: number;
  /** The content of resolv.conf(5); undefined: as on this machine. */
  nameServers: string | undefined;
}

interface Mount {
  from: string;
  /** Absolute inside. */
  to: string;
  options: string;
  type?: string;
}

/**
 * Prepares the tree; returns the file of mounts and the path of `program` (a real path) inside. `ownOptions`: of the
 * mounts of the instance's own folders.
 */
export async function prepareBrowserTree(
  folders: BrowserTreeFolders,
  { program, user, uid, nameServers, ownOptions }: TreeUser & { program: string; ownOptions: string },
): Promise<{ mountsFile: string; program: string }> {
  const { root, base, system, run } = folders;
  prepareSettings(join(system, "etc"), { user, uid, nameServers });
  prepareDevices(join(system, "dev"));
  const mounts: Mount[] = [{ from: root, to: "/", options: ownOptions }];
  mounts.push(
    ...systemFolders.map((name) => ({ from: `/${name}`, to: `/${name}`, options: readOnly })),
    { from: join(system, "etc"), to: "/etc", options: `${readOnly},noexec` },
    ...mountedSettings
      .filter((name) => existsSync(`/etc/${name}`))
      .map((name) => ({ from: `/etc/${name}`, to: `/etc/${name}`, options: readOnly })),
    { from: join(system, "dev"), to: "/dev", options: `${readOnly},noexec` },
    ...devices.map((name) => ({ from: `/dev/${name}`, to: `/dev/${name}`, options: "bind" })),
    { from: "tmpfs", to: "/dev/shm", options: "mode=1777,size=64m,nosuid,nodev", type: "tmpfs" },
    // Writable, as Chromium's own sandbox maps its users there.
    { from: "proc", to: "/proc", options: "nosuid,nodev,noexec", type: "proc" },
    { from: run, to: browserFolder, options: ownOptions },
  );
  if (existsSync(fontCache)) {
    mkdirSync(join(run, "cache", "fontconfig"), { recursive: true });
    mounts.push({ from: fontCache, to: `${browserCache}/fontconfig`, options: readOnly });
  }
  const isElsewhere = !systemNames.some((name) => program.startsWith(`/${name}/`));
  if (isElsewhere) {
    mkdirSync(join(run, "program"), { recursive: true });
    mounts.push({ from: dirname(program), to: browserProgram, options: readOnly });
  }
  await placeSystemEntries(folders, systemEntries);
  const mountsFile = join(system, "fstab");
  const lines = mounts.map(({ from, to, options, type = "none" }) =>
    [from, to === "/" ? base : join(base, to), type, options, "0", "0"].map(escapeBlanks).join(" "),
  );
  writeFileSync(mountsFile, `${lines.join("\n")}\n`);
  return { mountsFile, program: isElsewhere ? program.replace(dirname(program), browserProgram) : program };
}

function prepareSettings(etc: string, { user, uid, nameServers }: TreeUser): void {
  mkdirSync(etc, { recursive: true });
  for (const name of mountedSettings) {
    if (existsSync(`/etc/${name}`)) mkdirSync(join(etc, name), { recursive: true });
  }
  for (const name of copiedSettings) {
    if (name === "resolv.conf" && nameServers !== undefined) writeFileSync(join(etc, name), nameServers);
    else if (existsSync(`/etc/${name}`)) copyFileSync(`/etc/${name}`, join(etc, name));
  }
  // A link, from which the name of the zone is read: of a copy, Chromium compares every file of /usr/share/zoneinfo.
  if (existsSync("/etc/localtime")) placeLink(join(etc, "localtime"), realpathSync("/etc/localtime"));
  writeFileSync(join(etc, "hosts"), "127.0.0.1 localhost instance\n::1 localhost\n");
  writeFileSync(
    join(etc, "passwd"),
    `root:x:0:0:root:/root:/bin/sh\n${user}:x:${uid}:${uid}::/home/${user}:/bin/sh\n`,
  );
  writeFileSync(join(etc, "group"), `root:x:0:\n${user}:x:${uid}:\n`);
}

function prepareDevices(dev: string): void {
  mkdirSync(join(dev, "shm"), { recursive: true });
  for (const name of devices) writeFileSync(join(dev, name), "");
  for (const [at, name] of ["fd", "stdin", "stdout", "stderr"].entries()) {
    placeLink(join(dev, name), name === "fd" ? "/proc/self/fd" : `/proc/self/fd/${at - 1}`);
  }
}

function placeFolder(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) rmSync(path);
  mkdirSync(path, { mode: 0o755 });
}

function placeLink(path: string, target: string): void {
  const found = targetOrCode(path);
  if (found === target) return;
  if (found !== "ENOENT") rmSync(path);
  symlinkSync(target, path);
}

/** The target of a link, else the code of the error. */
function targetOrCode(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    return systemErrorCode(error);
  }
}

/** As fstab(5) writes them. */
const escapeBlanks = (text: string) =>
  text.replace(/[\s\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
