// An instance's unpacked extensions. They are unpacked outside of its file root and then renamed into place, so
// that no partial extension is visible there and no symbolic link of the instance can redirect an archive.
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { homePath, type Instance, type InstancePaths } from "./instance.ts";
import { below, withDirectoryEntry } from "./resolve-beneath.ts";

/** An extension to install. `unpack` creates the given folder, or rejects and leaves nothing there. */
export interface ExtensionSource {
  /** Name of its folder, validated as a plain name. */
  name: string;
  unpack(intoDir: string): Promise<void>;
}

const folder = "extensions";

/** The path of an extension's folder on this machine. */
export const extensionDir = (paths: InstancePaths, name: string) => join(paths.home, folder, name);

/** True when an entry with this name exists. Throws BadInstancePath like `settle`. */
export async function isTaken(paths: InstancePaths, name: string): Promise<boolean> {
  return await atExtension(paths, name, (path) =>
    lstat(path).then(
      () => true,
      () => false,
    ),
  );
}

/** Extensions unpacked but not yet moved into place. */
export interface Unpacked {
  /** In the order of the sources. */
  dirs: readonly string[];
  /** Moves them into place. Throws BadInstancePath when a symbolic link leads elsewhere. */
  settle(): Promise<void>;
  /** Removes what has not been moved. */
  discard(): Promise<void>;
}

/** Unpacks into a folder of the browser, outside of the file root; on any error nothing is left there. */
export async function unpackExtensions(
  instance: Instance,
  sources: readonly ExtensionSource[],
): Promise<Unpacked> {
  const { paths, sandbox } = instance;
  const staging = await instance.createBrowserFolder("unpacked-");
  const discard = () => rm(staging, { recursive: true, force: true });
  const dirs = sources.map(({ name }) => join(staging, name));
  try {
    for (const [at, source] of sources.entries()) await source.unpack(dirs[at] ?? staging);
    const entries = await readdir(staging, { recursive: true });
    await sandbox.own(entries.map((path) => join(staging, path)));
  } catch (error) {
    await discard();
    throw error;
  }
  const settle = async () => {
    for (const [at, { name }] of sources.entries()) {
      await atExtension(paths, name, (path) => rename(dirs[at] ?? staging, path));
    }
  };
  return { dirs, settle, discard };
}

/** Unpacks into an instance that is not in use yet. */
export async function installExtensions(
  instance: Instance,
  sources: readonly ExtensionSource[],
): Promise<void> {
  if (sources.length === 0) return;
  const unpacked = await unpackExtensions(instance, sources);
  try {
    await unpacked.settle();
  } finally {
    await unpacked.discard();
  }
}

/** Removes installed extensions. */
export async function removeExtensions(paths: InstancePaths, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await atExtension(paths, name, (path) =>
      rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
    );
  }
}

/** Calls `act` with a path to the extension's folder that no symbolic link of the instance can redirect. */
const atExtension = <T>(paths: InstancePaths, name: string, act: (path: string) => Promise<T>): Promise<T> =>
  withDirectoryEntry(
    paths.root,
    `${homePath}/${folder}/${name}`,
    { createParents: true },
    ({ folder: parent, name: last }) => act(below(parent, last)),
  );
