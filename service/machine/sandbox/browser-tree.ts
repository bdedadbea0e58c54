// The file tree of a confined browser: the instance's root as `/`, and above it, read-only, this machine's programs and
// the few settings that a browser needs. Prepared here as folders and a list of mounts; `browser.sh` mounts them.
import { existsSync, readlinkSync } from "node:fs";
import { copyFile, lstat, mkdir, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "../../kernel/instance-path.ts";

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
export const browserCache = `${browserFolder}/cache`;
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

/** Creates the system entries, and replaces what a program of this instance left in their places. */
export async function placeSystemEntries(root: string, { folders, links }: SystemEntries): Promise<void> {
  // An entry left by a program must not redirect a mount.
  for (const name of folders) await placeFolder(join(root, name));
  for (const [name, target] of Object.entries(links)) await placeLink(join(root, name), target);
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

/** Prepares the tree; resolves with the file of mounts and the path of `program` (a real path) inside. */
export async function prepareBrowserTree(
  folders: BrowserTreeFolders,
  { program, user, uid, nameServers }: TreeUser & { program: string },
): Promise<{ mountsFile: string; program: string }> {
  const { root, base, system, run } = folders;
  await Promise.all([
    prepareSettings(join(system, "etc"), { user, uid, nameServers }),
    prepareDevices(join(system, "dev")),
  ]);
  const mounts: Mount[] = [{ from: root, to: "/", options: "bind,nosuid,nodev" }];
  mounts.push(
    ...systemFolders.map((name) => ({ from: `/${name}`, to: `/${name}`, options: readOnly })),
    { from: join(system, "etc"), to: "/etc", options: readOnly },
    ...mountedSettings
      .filter((name) => existsSync(`/etc/${name}`))
      .map((name) => ({ from: `/etc/${name}`, to: `/etc/${name}`, options: readOnly })),
    { from: join(system, "dev"), to: "/dev", options: `${readOnly},noexec` },
    ...devices.map((name) => ({ from: `/dev/${name}`, to: `/dev/${name}`, options: "bind" })),
    { from: "tmpfs", to: "/dev/shm", options: "mode=1777,size=64m,nosuid,nodev", type: "tmpfs" },
    // Writable, as Chromium's own sandbox maps its users there.
    { from: "proc", to: "/proc", options: "nosuid,nodev,noexec", type: "proc" },
    { from: run, to: browserFolder, options: "bind,nosuid,nodev" },
  );
  if (existsSync(fontCache)) {
    await mkdir(join(run, "cache", "fontconfig"), { recursive: true });
    mounts.push({ from: fontCache, to: `${browserCache}/fontconfig`, options: readOnly });
  }
  const isElsewhere = !systemNames.some((name) => program.startsWith(`/${name}/`));
  if (isElsewhere) {
    await mkdir(join(run, "program"), { recursive: true });
    mounts.push({ from: dirname(program), to: browserProgram, options: readOnly });
  }
  await placeSystemEntries(root, systemEntries);
  const mountsFile = join(system, "fstab");
  const lines = mounts.map(({ from, to, options, type = "none" }) =>
    [from, to === "/" ? base : join(base, to), type, options, "0", "0"].map(escapeBlanks).join(" "),
  );
  await writeFile(mountsFile, `${lines.join("\n")}\n`);
  return { mountsFile, program: isElsewhere ? program.replace(dirname(program), browserProgram) : program };
}

async function prepareSettings(etc: string, { user, uid, nameServers }: TreeUser): Promise<void> {
  await mkdir(etc, { recursive: true });
  const present = mountedSettings.filter((name) => existsSync(`/etc/${name}`));
  await Promise.all([
    ...present.map((name) => mkdir(join(etc, name), { recursive: true })),
    ...copiedSettings.map((name) =>
      name === "resolv.conf" && nameServers !== undefined
        ? writeFile(join(etc, name), nameServers)
        : copyFile(`/etc/${name}`, join(etc, name)).catch(() => undefined),
    ),
    // A link, from which the name of the zone is read: of a copy, Chromium compares every file of /usr/share/zoneinfo.
    realpath("/etc/localtime").then(
      (zone) => placeLink(join(etc, "localtime"), zone),
      () => undefined,
    ),
    writeFile(join(etc, "hosts"), "127.0.0.1 localhost instance\n::1 localhost\n"),
    writeFile(
      join(etc, "passwd"),
      `root:x:0:0:root:/root:/bin/sh\n${user}:x:${uid}:${uid}::/home/${user}:/bin/sh\n`,
    ),
    writeFile(join(etc, "group"), `root:x:0:\n${user}:x:${uid}:\n`),
  ]);
}

async function prepareDevices(dev: string): Promise<void> {
  await mkdir(join(dev, "shm"), { recursive: true });
  await Promise.all([
    ...devices.map((name) => writeFile(join(dev, name), "")),
    ...["fd", "stdin", "stdout", "stderr"].map((name, at) =>
      placeLink(join(dev, name), name === "fd" ? "/proc/self/fd" : `/proc/self/fd/${at - 1}`),
    ),
  ]);
}

async function placeFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (found) await rm(path);
  await mkdir(path, { mode: 0o755 });
}

async function placeLink(path: string, target: string): Promise<void> {
  const found = await readlink(path).catch((error: unknown) => codeOf(error));
  if (found === target) return;
  if (found !== "ENOENT") await rm(path, { recursive: true });
  await symlink(target, path);
}

/** As fstab(5) writes them. */
const escapeBlanks = (text: string) =>
  text.replace(/[\s\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
