// When, on what and of what a run measured, without names of machines or folders.
import { execFile } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { promisify } from "node:util";

export interface Account {
  /** ISO 8601. */
  readonly at: string;
  readonly machine: string;
  /** Short hash; with `+` where files differed from it. */
  readonly commit: string;
  /** The document that shows a table. */
  readonly page: (table: string) => string;
}

async function commitNow(): Promise<string> {
  const git = promisify(execFile);
  const { stdout: hash } = await git("git", ["rev-parse", "--short", "HEAD"]);
  const { stdout: changed } = await git("git", ["status", "--porcelain", "--untracked-files=no"]);
  return `${hash.trim()}${changed.trim() === "" ? "" : "+"}`;
}

/** Describes this run. */
export async function tell(): Promise<Account> {
  const at = new Date().toISOString();
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${loadavg()[1]?.toFixed(1)} over five minutes`;
  const commit = await commitNow().catch(() => "unknown");
  const page = (table: string) => `# Performance

Written by \`npm run bench\`. Last run: ${at.slice(0, 10)}, ${machine}, commit ${commit}. The machine is shared, so what
counts is a ratio within one run: this build and its baseline take turns, and each number is the median of the rounds.
A time that stands alone is what this machine took on that day.

${table}

## What each figure is

- **Log pane.** The pane of the dashboard, from its source, in Chromium; lines come into the page as the wire's JSON, a
  batch every 100 ms. Beside it a plain list (TanStack Virtual over an array of objects in React state, which it
  replaces with every batch) and a published log viewer. *Lines taken* is the highest rate tried at which 95 of 100
  frames come within 20 ms (or as soon as those of the page at rest just before, where the machine is too busy) while the pane follows and everything sent is drawn at the end; rates double. *Find* looks
  for text that only the last of 1,000,000 lines has. *Memory* is the page's heap and buffers after a collection, less
  the text itself.
- **Log stream.** A process in a session writes a file; the service, the dashboard and the viewers' connections are the
  real ones. The rate is what the writer is asked for; with less of the machine it takes longer to write as many lines.
- **List call.** An API that answers at once with 100 runs, in a process of its own, as is what asks. The bare routes are
  built and started as a product of the same framework. *No two alike* adds another offset to each request.
- **Operators.** Each asks what an open overview asks, every five seconds, beginning at another moment, and holds a live
  stream. The recorder's own calls are in the count.
- **Browsers.** From the call to its answer, of the real service; the bare Chromium is the same program, started by hand,
  until it says where its DevTools are.
- **Service's log.** From the start of the writer until the last line is read.
`;
  return { at, machine, commit, page };
}
