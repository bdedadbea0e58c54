// P9: queries of the history in the embedded file while 2,000 lines a second are stored beside it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isoTime } from "../lib/clock.ts";
import { type Database, openStore } from "../lib/server/db/database.ts";
import { searchInvocations } from "../lib/server/invocations/invocation-search.ts";
import { StoredLog } from "../lib/server/stored-logs/stored-log.ts";
import { createStoredLogs, saveStoredLogs } from "../lib/server/stored-logs/stored-log-writes.ts";
import { type Figure, type Harness, median, p95Of } from "./support/figure.ts";
import { lineText, randomNumbers } from "./support/log-search-bench.ts";
import { fillInvocations, historyQueries, historySpan } from "./support/mirror-bench.ts";

const invocationCount = 100_000;
const logCount = 20;
const linesPerLog = 100;
const saveEveryMs = 1_000;
const rounds = 3;
const queriesPerRound = 100;

/** Stores lines as the leader does, every second those of all logs in one transaction; returns the function that ends it. */
async function storeLines(db: Database): Promise<() => Promise<number>> {
  const topics = Array.from({ length: logCount }, (_, at) => ({ invocationId: `bench-${at}-${Date.now()}` }));
  const logs = (await createStoredLogs(db, topics, Date.now())).map((row) => new StoredLog(row, 0));
  const random = randomNumbers(1);
  let isOver = false;
  let count = 0;
  const store = async () => {
    for (const log of logs) {
      const nowMs = Date.now();
      const entries = Array.from({ length: linesPerLog }, () => {
        count += 1;
        const at = isoTime(nowMs);
        return {
          json: JSON.stringify({ at, text: lineText(count, random) }),
          kind: "line" as const,
          at,
          missing: 0,
        };
      });
      log.append(entries, nowMs);
    }
    await db.transaction().execute((trx) =>
      saveStoredLogs(
        trx,
        "sqlite",
        logs.map((log) => log.unsaved()),
      ),
    );
    for (const log of logs) log.saved();
  };
  const running = (async () => {
    let dueMs = performance.now();
    while (!isOver) {
      await store();
      dueMs += saveEveryMs;
      await pause(Math.max(0, dueMs - performance.now()));
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return count;
  };
}

/** The times of queries that arrive at any moment, in milliseconds, with what they wait for the process. */
async function queryTimes(db: Database): Promise<number[]> {
  const queries = Object.values(historyQueries);
  const times: number[] = [];
  for (let at = 0; at < queriesPerRound; at += 1) {
    const dueMs = performance.now() + 25;
    await pause(25);
    await searchInvocations(db, { ...queries[at % queries.length], ...historySpan }, 50);
    times.push(performance.now() - dueMs);
  }
  return times;
}

async function measure(log: (message: string) => void): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const db = await openStore({ dataDir });
  try {
    await fillInvocations(db, invocationCount);
    log("the history is filled");
    await queryTimes(db);
    const [without, during, stored]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      without.push(p95Of(await queryTimes(db)));
      const end = await storeLines(db);
      const startedAt = performance.now();
      during.push(p95Of(await queryTimes(db)));
      stored.push((await end()) / ((performance.now() - startedAt) / 1_000));
    }
    return [
      {
        id: "P9",
        what: "history in the embedded file while lines are stored, p95",
        note: `${Math.round(median(stored)).toLocaleString("en")} lines/s of ${logCount} logs`,
        unit: "ms",
        ours: median(during),
        baseline: { name: "the same without", value: median(without) },
        goal: { of: "value", bound: "most", than: 100 },
      },
    ];
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const harness: Harness = { needs: "nothing", run: measure };
