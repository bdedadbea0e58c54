// What this machine offers to keep instances apart; tried once, by doing it.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPipes } from "../channels.ts";
import { type Entrance, toolAt } from "./entrance.ts";
import { Namespaces } from "./namespaces.ts";
import { PlainEntrance } from "./plain.ts";

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

/** How programs of instances are kept apart on this machine. */
export function isolation(): Promise<Isolation> {
  found ??= probe();
  return found;
}

/** The way into a new instance. `owned`: folders of its user. */
export async function entranceOf(
  folders: { root: string; base: string },
  options: { user: string; owned: readonly string[] },
): Promise<Entrance> {
  const offered = await isolation();
  return offered.kind === "namespaces"
    ? await Namespaces.create(folders, { ...options, asRoot: offered.asRoot })
    : new PlainEntrance(folders.root, `/home/${options.user}`);
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
    let said = "";
    const sink = {
      output: (_stream: string, data: Buffer) => {
        said += data.toString();
        return true;
      },
      ended: ended.resolve,
    };
    const channel = await openPipes(launch, sink, { input: false });
    const report = await channel.report;
    channel.proceed();
    const code = await ended.promise;
    if (!/^started \d+ uts:\S+$/.test(report) || code !== 0) throw new Error(said || `exit code ${code}`);
    return { kind: "namespaces", asRoot };
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
    return { kind: "none", reason: reason ?? "unknown" };
  } finally {
    await namespaces.close();
    await rm(dir, { recursive: true, force: true });
  }
}
