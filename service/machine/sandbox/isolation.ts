// Detects whether this machine can isolate instances, by trying it once.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPipes } from "./channels.ts";
import { Namespaces } from "./namespaces.ts";
import { type Sandbox, toolAt } from "./sandbox.ts";
import { UnisolatedSandbox } from "./unisolated-sandbox.ts";

export type Isolation = { kind: "namespaces"; asRoot: boolean } | { kind: "none"; reason: string };

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

/** The sandbox of a new instance. `owned`: folders that will belong to its user. */
export async function createSandbox(
  folders: { root: string; base: string },
  options: { user: string; owned: readonly string[] },
): Promise<Sandbox> {
  const available = await isolation();
  return available.kind === "namespaces"
    ? await Namespaces.create(folders, { ...options, asRoot: available.asRoot })
    : new UnisolatedSandbox(folders.root, `/home/${options.user}`);
}

async function probe(): Promise<Isolation> {
  if (process.platform !== "linux") return { kind: "none", reason: "namespaces are there on Linux only" };
  const missing = tools.filter((name) => toolAt(name) === undefined);
  if (missing.length > 0) return { kind: "none", reason: `not installed: ${missing.join(", ")}` };
  const asRoot = process.getuid?.() === 0;
  const dir = await mkdtemp(join(tmpdir(), "fleetdeck-try-"));
  const root = join(dir, "root");
  await mkdir(root);
  const namespaces = await Namespaces.create(
    { root, base: join(dir, "base") },
    { user: "try", asRoot, owned: [root] },
  );
  try {
    const launch = await namespaces.launch({
      command: "true",
      args: [],
      cwd: "/",
      env: {},
      terminal: false,
    });
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
    return { kind: "namespaces", asRoot };
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
    return { kind: "none", reason: reason ?? "unknown" };
  } finally {
    await namespaces.close();
    await rm(dir, { recursive: true, force: true });
  }
}
