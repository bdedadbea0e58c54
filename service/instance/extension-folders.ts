// Where an instance keeps its unpacked extensions. They are unpacked beside its file root and moved in whole, so
// that nothing half unpacked is ever seen there, and no link of the instance's own can lead an archive elsewhere.
import { lstat, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type InstancePaths, serviceUser } from "./instance.ts";
import { atPlace, below } from "./walk.ts";

/** An extension to be: `unpack` makes the folder it is given, or rejects and leaves nothing there. */
export interface ExtensionSource {
  /** Of its folder: checked to be a plain name. */
  name: string;
  unpack(intoDir: string): Promise<void>;
}

const folder = "extensions";

/** The folder of an extension as this machine names it. */
export const extensionDir = (paths: InstancePaths, name: string) => join(paths.home, folder, name);

/** Whether anything has the place of an extension of this name. Throws BadInstancePath like `settle`. */
export async function isTaken(paths: InstancePaths, name: string): Promise<boolean> {
  return await atExtension(paths, name, (path) =>
    lstat(path).then(
      () => true,
      () => false,
    ),
  );
}

/** Extensions unpacked but not in their place yet. */
export interface Unpacked {
  /** In the order of the sources. */
  dirs: readonly string[];
  /** Moves them to their places. Throws BadInstancePath when the instance's own links lead elsewhere. */
  settle(): Promise<void>;
  /** Removes what did not settle. */
  discard(): Promise<void>;
}

export async function unpackExtensions(
  paths: InstancePaths,
  sources: readonly ExtensionSource[],
): Promise<Unpacked> {
  const waiting = await mkdtemp(join(paths.dir, "unpacked-"));
  const discard = () => rm(waiting, { recursive: true, force: true });
  const dirs = sources.map(({ name }) => join(waiting, name));
  try {
    for (const [at, source] of sources.entries()) await source.unpack(dirs[at] ?? waiting);
  } catch (error) {
    await discard();
    throw error;
  }
  const settle = async () => {
    for (const [at, { name }] of sources.entries()) {
      await atExtension(paths, name, (path) => rename(dirs[at] ?? waiting, path));
    }
  };
  return { dirs, settle, discard };
}

/** Unpacks into an instance that nobody has yet. */
export async function placeExtensions(
  paths: InstancePaths,
  sources: readonly ExtensionSource[],
): Promise<void> {
  if (sources.length === 0) return;
  const unpacked = await unpackExtensions(paths, sources);
  try {
    await unpacked.settle();
  } finally {
    await unpacked.discard();
  }
}

/** Removes extensions that did settle. */
export async function removeExtensions(paths: InstancePaths, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await atExtension(paths, name, (path) =>
      rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
    );
  }
}

/** Calls `act` with what the place of an extension of this name is called, reached without the instance's own links. */
const atExtension = <T>(paths: InstancePaths, name: string, act: (path: string) => Promise<T>): Promise<T> =>
  atPlace(
    paths.root,
    `/home/${serviceUser}/${folder}/${name}`,
    { makeParents: true },
    ({ folder: parent, name: last }) => act(below(parent, last)),
  );
