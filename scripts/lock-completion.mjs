/** Adds entries that npm leaves out of the lock file: optional packages of other platforms that the registry in use
 *  does not carry. Without an entry for each of them `npm ci` refuses the lock that npm itself wrote. */

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], dev?: boolean,
 *   optionalDependencies?: Record<string, string>, [key: string]: unknown }} LockEntry */
/** @typedef {{ packages: Record<string, LockEntry>, [key: string]: unknown }} Lock */

const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "linuxmusl",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "ppc64le",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];
/** @type {Record<string, string>} */
const libraries = { gnu: "glibc", gnueabihf: "glibc", glibc: "glibc", musl: "musl", musleabihf: "musl" };

/**
 * The platform that a platform package's name implies.
 * @param {string} name for example `@scope/tool-linux-x64-musl`
 * @returns {{ os?: string[], cpu?: string[], libc?: string[] }} empty when the name has no platform
 */
export function platformOf(name) {
  if (name === "fsevents") return { os: ["darwin"] };
  const parts = name.split(/[/-]/);
  const system = parts.find((part) => systems.includes(part));
  const processor = parts.find((part) => processors.includes(part));
  const library = parts.find((part) => Object.hasOwn(libraries, part));
  const libc = system === "linuxmusl" ? "musl" : library && libraries[library];
  return {
    ...(processor && { cpu: [processor] }),
    ...(libc && { libc: [libc] }),
    ...(system && { os: [system === "linuxmusl" ? "linux" : system] }),
  };
}

/**
 * The paths at which Node resolves `name` for the package at `from`, nearest first.
 * @param {string} from
 * @param {string} name
 */
function* lookups(from, name) {
  for (let folder = from; ; ) {
    yield `${folder && `${folder}/`}node_modules/${name}`;
    if (folder === "") return;
    const cut = folder.lastIndexOf("node_modules/");
    folder = cut > 0 ? folder.slice(0, cut - 1) : "";
  }
}

/**
 * Every optional dependency that has no entry in the lock.
 * @param {Lock} lock
 * @returns {{ wantedBy: string, name: string, range: string, dev: boolean }[]}
 */
export function missingOptionals(lock) {
  const missing = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = [...lookups(path, name)].some((path) => lock.packages[path] !== undefined);
      if (!found) missing.push({ wantedBy: path, name, range, dev: entry.dev === true });
    }
  }
  return missing;
}

/**
 * The lock with an entry for each missing optional package. The given lock is not changed.
 * @param {Lock} lock
 * @returns {{ lock: Lock, added: string[] }} `added` holds the new entries' paths
 * @throws when a package's platform or version cannot be derived from its name or range
 */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  const added = [];
  for (const { wantedBy, name, range, dev } of missingOptionals(lock)) {
    const version = /\d+\.\d+\.\d+[\w.+-]*/.exec(range)?.[0];
    const platform = platformOf(name);
    if (version === undefined)
      throw new Error(`${name}: no version can be read from "${range}" (wanted by ${wantedBy})`);
    if (platform.os === undefined && platform.cpu === undefined) {
      throw new Error(`${name}: its name has no platform (wanted by ${wantedBy}); add it to platformOf`);
    }
    const shared = packages[`node_modules/${name}`];
    const path =
      shared === undefined || shared.version === version
        ? `node_modules/${name}`
        : `${wantedBy}/node_modules/${name}`;
    if (shared?.version === version) {
      if (!dev) delete shared.dev;
      continue;
    }
    const { cpu, libc, os } = platform;
    packages[path] = {
      version,
      ...(cpu && { cpu }),
      ...(dev && { dev }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    };
    added.push(path);
  }
  const sorted = Object.keys(packages).sort((a, b) => a.localeCompare(b, "en"));
  return {
    lock: { ...lock, packages: Object.fromEntries(sorted.map((path) => [path, packages[path]])) },
    added,
  };
}
