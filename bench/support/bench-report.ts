// Date, machine and commit of a measurement, without names of machines or folders.
import { execFile } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { promisify } from "node:util";

export interface BenchReport {
  /** ISO 8601. */
  readonly at: string;
  readonly machine: string;
  /** Short hash, followed by `+` when the tree had changes. */
  readonly commit: string;
  /** docs/performance.md with this table in it. */
  readonly page: (table: string) => string;
}

async function commitNow(): Promise<string> {
  const git = promisify(execFile);
  const { stdout: hash } = await git("git", ["rev-parse", "--short", "HEAD"]);
  const { stdout: changed } = await git("git", ["status", "--porcelain", "--untracked-files=no"]);
  return `${hash.trim()}${changed.trim() === "" ? "" : "+"}`;
}

export async function describeMeasurement(): Promise<BenchReport> {
  const at = new Date().toISOString();
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${loadavg()[1]?.toFixed(1)} over five minutes`;
  const commit = await commitNow().catch(() => "unknown");
  const page = (table: string) => `# Performance

Written by \`npm run bench\`. Last run: ${at.slice(0, 10)}, ${machine}, commit ${commit}. The machine is shared, so what
counts is a ratio within one run: this build and its baseline take turns, and each number is the median of the rounds.
A time that stands alone is what this machine took on that day. What counts, or waits for lines at a set pace (the soak, the
continuity of logs, operators, watched sessions), ran at the same time, and stores were filled beside it; each of the others ran
alone, in a process of its own.

${table}

## What each figure is

- **Log pane.** The pane of the dashboard, from its source, in Chromium; lines arrive as the live stream's JSON, a
  batch every 100 ms. Its baseline is a plain list (TanStack Virtual over an array of objects in React state, which it
  replaces with every batch). Where more lines arrive than a window shows, the pane draws five times a second, the plain
  list with every batch. *Lines taken* is the highest rate tried at which 95 of 100
  frames come within 20 ms (or within the p95 of the idle page just before, where the machine is busy) while the pane
  follows and everything sent is drawn at the end; rates double. *At rest* is the frame time p95 of the same page just before it is
  scrolled: what the machine alone takes. *Find* searches for text that only the last of 1,000,000 lines has. *Memory* is the
  page's heap and buffers after a collection, less the text itself.
- **Log stream.** A process in a session writes a file; the service, the dashboard and the viewers' connections are the
  real ones. The rate is the writer's target; on a busy machine it takes longer to write as many lines.
- **List call.** An API that answers at once with 100 invocations; it and the load generator are separate processes. The
  bare routes are a production build of the same framework. *No two alike* adds another offset to each request.
- **Operators.** Each requests what an open overview requests, every five seconds, starting at a different time, and
  holds a live stream. The recorder's own calls are counted. The memory of streams is that of new dashboards in turn.
- **Browsers.** From the call to its response, of the real service; the bare Chromium is the same program, started
  directly, until it prints its DevTools address.
- **Scripts of a first load.** All that the page's HTML names, without what follows on demand. A bare page of the same
  framework with React, one query and one link has 144 KiB (gzip). That leaves 26 for all else of the overview and of the
  invocations, 46 for the other pages, which have 66 to 79. In KiB: the rest of the framework and of the query library that is
  in use 6 to 8; the schemas 5 to 9 and their library 10, as answers are validated in the browser; controls 9 to 11; shell,
  live stream and error pages 13 to 14; icons 4 to 5; theme 1; queries, formats and addresses 6 to 7; the table 8; the page's
  own 5 to 10. All of it draws the first rows or what stands around them and works at once. Without any schema and without
  anything of its own the overview would still have 184, its goal 170; the lists without schemas, table and anything of
  their own 188 of 190. Measured and left out: all files as one (4 less, but nothing shared between pages), a second minifier
  (1 less), webpack in place of Turbopack (2 less on the bare page), the bundler's options for CommonJS modules and for
  constants across modules (0.1 less), Zopfli in place of gzip (7 less; over HTTPS browsers take Brotli).
- **Service's log.** From the start of the writer until the last line is read.
- **Nodes.** The service, PostgreSQL and every connection are real; the 50 nodes are five processes whose browsers are
  records in memory. *Killed*: until the next service has all sessions, its paces those in use; until no session of the ten
  killed nodes is listed. *Most sessions*: 4,000 more at a time on the nodes that are left, until a bound is exceeded, which the
  row names; what creates them, PostgreSQL and the nodes take their part of the same cores.
- **Replicas.** Two dashboards on one PostgreSQL behind nginx, each bound to a core of its own. nginx, PostgreSQL, the API and the
  load generator have no others: they take what the replicas leave on the same two cores, so that two replicas, which cause twice
  as much of it, cannot answer 1.7 times as many requests there. *If nothing else ran on their cores*: the requests by the time in
  which the replicas worked or their cores were idle. Others' work does not count, and so neither does what a replica waits for while
  others have its core: that shows in the row beside it alone.
  Their CPU time per request is beside that of the replicas. *A page* is the HTML of the invocations; every request
  accepts gzip, as those of browsers do. *Takeover*: leaders are killed under ten acts and ten invocations a second; from the signal
  until the other replica records. *Seen*: from the answer of an act at one replica until the same list at the other has its effect.
- **Soak.** It takes as many lines as its rows say, from the moment when the buffer of every log is full: on a busy machine both come
  later. *Growth* is the slope of a line through the heap after collections, every five seconds, with \`--minutes\` every minute.
- **History and samples.** The rate is that of the last 100,000 invocations. Those before are written by the recorder's own writes
  in the embedded file, in PostgreSQL in bulk with their roll-ups. The samples are those of the embedded file, copied.
- **What needs attention.** \`GET /api/attention\` over the fleet of the pages, read twice in 1.1 s: one answer is given to everybody for
  a second, so that the first is computed anew. That reads four lists of the API and the browsers of up to 30 running invocations.
- **Second start.** \`npm start\` with its service, on the data of a start before, until it says that Fleetdeck is running.
`;
  return { at, machine, commit, page };
}
