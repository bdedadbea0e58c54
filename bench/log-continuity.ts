// P3, continuity: numbered lines of a log through a relay that cuts every connection again and again, and through many
// openings of a log that grows: what is lost, doubled or out of order, and how long a cut interrupts it.
import { setTimeout as pause } from "node:timers/promises";
import { liveQuery, logTopic } from "../lib/bff/live.ts";
import { operations } from "../lib/contract/operations/operations.ts";
import { type Fleet, startFleet } from "../tests/support/service/fleet.ts";
import { waitUntil } from "../tests/support/wait-until.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { type LogViewer, viewLog } from "./support/log-viewer.ts";
import { productionServiceVariables, productionVariables } from "./support/production-variables.ts";

const id = "P3";
const slow = { lines: 100_000, perSecond: 1_000, cuts: 20 } as const;
const fast = { lines: 100_000, perSecond: 10_000, cuts: 10 } as const;
const opens = { count: 200, perSecond: 500 } as const;
const partsPerSecond = 10;
const arrivalTimeoutMs = 120_000;
const numbered = /^line \d+$/;

interface Flood {
  readonly lines: number;
  readonly perSecond: number;
  readonly cuts: number;
}

/** Compares the numbers of lines with 1, 2, 3 … */
function compare(texts: readonly string[], from: number, to: number) {
  const numbers = texts.map((text) => Number(text.slice("line ".length)));
  const distinct = new Set(numbers);
  return {
    lost: to - from + 1 - distinct.size,
    doubled: numbers.length - distinct.size,
    disordered: numbers.filter((number, at) => number < (numbers[at - 1] ?? 0)).length,
  };
}

async function createSession(fleet: Fleet): Promise<string> {
  const body = { headless: true, timeout_seconds: 900 };
  return (await fleet.api.call(operations.createBrowser, { body })).session_id;
}

/** Starts a process that writes numbered lines to a file, ten parts a second. */
async function startWriter(fleet: Fleet, session: string, file: string, lines: number, perSecond: number) {
  const part = perSecond / partsPerSecond;
  const text = `i=0; while [ $i -lt ${lines / part} ]; do seq -f "line %.0f" $((i * ${part} + 1)) $(((i + 1) * ${part})) >> ${file}; i=$((i + 1)); sleep 0.1; done`;
  const body = { command: "sh", args: ["-c", text] };
  await fleet.api.call(operations.spawnProcess, { params: { id: session }, body });
}

async function begin(fleet: Fleet, session: string, file: string): Promise<void> {
  const body = { command: "sh", args: ["-c", `: > ${file}`] };
  await fleet.api.call(operations.execProcess, { params: { id: session }, body });
}

function view(fleet: Fleet, cookie: string, session: string, path: string): LogViewer {
  const topic = logTopic({ sessionId: session, log: { source: "path", path } });
  return viewLog(`${fleet.dashboard.url}/api/live?${liveQuery([{ topic }])}`, { cookie }, numbered);
}

/** Cuts every connection to the service while lines are written; the longest time without a line after a cut. */
async function flood(fleet: Fleet, cookie: string, { lines, perSecond, cuts }: Flood) {
  const session = await createSession(fleet);
  const file = `/tmp/flood-${perSecond}.log`;
  await begin(fleet, session, file);
  const viewer = view(fleet, cookie, session, file);
  await waitUntil("the log is open", () => viewer.open, arrivalTimeoutMs);
  await startWriter(fleet, session, file, lines, perSecond);
  const stepMs = (lines / perSecond / (cuts + 1)) * 1000;
  const arrived = () => viewer.texts.at(-1) === `line ${lines}`;
  let interruptedMs = 0;
  for (let cut = 1; cut <= cuts; cut += 1) {
    await pause(stepMs);
    fleet.relay.cut();
    const [cutMs, before] = [performance.now(), viewer.delivered];
    const comesAgain = () => viewer.delivered > before || arrived();
    await waitUntil("lines come again", comesAgain, arrivalTimeoutMs);
    interruptedMs = Math.max(interruptedMs, viewer.newestAtMs - cutMs);
  }
  await waitUntil("the last line has arrived", arrived, arrivalTimeoutMs).catch(() => undefined);
  viewer.leave();
  await fleet.api.call(operations.deleteBrowser, { params: { id: session } });
  return { ...compare(viewer.texts, 1, lines), counted: viewer.counted, interruptedMs };
}

/** Opens a log that grows, and leaves once some lines have followed live. */
async function openMany(fleet: Fleet, cookie: string) {
  const session = await createSession(fleet);
  const file = "/tmp/opened.log";
  await begin(fleet, session, file);
  await startWriter(fleet, session, file, 1_000_000, opens.perSecond);
  const sums = { lost: 0, doubled: 0, disordered: 0 };
  for (let at = 0; at < opens.count; at += 1) {
    const viewer = view(fleet, cookie, session, file);
    await waitUntil("the log is open", () => viewer.open, arrivalTimeoutMs);
    const before = viewer.delivered;
    await waitUntil("live lines came", () => viewer.delivered > before + 20, arrivalTimeoutMs);
    viewer.leave();
    const numberAt = (index: number) => Number(viewer.texts.at(index)?.slice("line ".length));
    const found = compare(viewer.texts, numberAt(0), numberAt(-1));
    sums.lost += found.lost;
    sums.doubled += found.doubled;
    sums.disordered += found.disordered;
  }
  await fleet.api.call(operations.deleteBrowser, { params: { id: session } });
  return sums;
}

const none = { of: "value", bound: "most", than: 0 } as const;

const damage = (title: string, { lost, doubled, disordered }: ReturnType<typeof compare>): Figure[] =>
  Object.entries({ lost, doubled, "out of order": disordered }).map(([what, ours]) => ({
    id,
    what: `${title}: lines ${what}`,
    unit: "",
    ours,
    goal: none,
  }));

/** Runs `work` with a service and a dashboard of its own, and the cookie of an operator. */
async function onFleet<T>(
  throughRelay: boolean,
  work: (fleet: Fleet, cookie: string) => Promise<T>,
): Promise<T> {
  const fleet = await startFleet({
    throughRelay,
    service: productionServiceVariables,
    dashboard: productionVariables,
  });
  try {
    return await work(fleet, (await fleet.dashboard.signedIn("operator")).cookieHeader());
  } finally {
    await fleet.stop();
  }
}

export const harness: Harness = {
  needs: "build",
  isPaced: true,
  async run(log) {
    const floods = async () =>
      await onFleet(true, async (fleet, cookie) => {
        const atSlow = await flood(fleet, cookie, slow);
        log(`1,000 lines/s: ${JSON.stringify(atSlow)}`);
        const atFast = await flood(fleet, cookie, fast);
        log(`10,000 lines/s: ${JSON.stringify(atFast)}`);
        return { atSlow, atFast };
      });
    // Nothing is cut there.
    const openings = async () => {
      const opened = await onFleet(false, openMany);
      log(`200 openings: ${JSON.stringify(opened)}`);
      return opened;
    };
    const both = [floods(), openings()] as const;
    // Where one fails, the other still ends what it has started.
    await Promise.allSettled(both);
    const [{ atSlow, atFast }, opened] = await Promise.all(both);
    return [
      ...damage("100,000 lines at 1,000/s, 20 cuts", atSlow),
      {
        id,
        what: "100,000 lines at 1,000/s, 20 cuts: longest interruption",
        unit: "ms",
        ours: atSlow.interruptedMs,
        goal: { of: "value", bound: "most", than: 2_000 },
      },
      {
        id,
        what: "100,000 lines at 10,000/s, 10 cuts: lines lost without a count",
        unit: "",
        ours: atFast.lost - atFast.counted,
        goal: none,
      },
      ...damage("200 openings of a log at 500 lines/s", opened),
    ];
  },
};
