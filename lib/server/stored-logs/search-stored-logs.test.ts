import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { telemetryEventOf as event } from "../../../tests/support/fakes/fake-telemetry.ts";
import type { LogTopic } from "../../bff/live.ts";
import { readSearchQuery } from "../../bff/log-search-query.ts";
import type { Database } from "../db/database.ts";
import { markResourceEnded, upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { telemetryItem } from "../streams/telemetry-item.ts";
import { lineMatcher } from "./match-line.ts";
import { searchBounds, searchStoredLogs } from "./search-stored-logs.ts";
import { StoredLog } from "./stored-log.ts";
import {
  createStoredLogs,
  deleteStoredLogs,
  endStoredLogs,
  noLongerStored,
  saveStoredLogs,
} from "./stored-log-writes.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-search-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const originMs = Date.UTC(2026, 10, 23);

async function addLog(
  of: string | LogTopic,
  texts: readonly string[],
  { names = {}, isOpen = false, atMs = originMs, stepMs = 1 } = {},
): Promise<number> {
  const [row] = await createStoredLogs(db, [typeof of === "string" ? { invocationId: of } : of], atMs);
  if (row === undefined) throw new Error("no row");
  const log = new StoredLog({ ...row, ...names }, 0);
  const entries = texts.map((text, number) => {
    const at = new Date(atMs + number * stepMs).toISOString();
    return { json: JSON.stringify({ at, text }), kind: "line" as const, at, missing: 0 };
  });
  log.append(entries, atMs);
  if (!isOpen) log.end(null, atMs);
  await saveStoredLogs(db, "sqlite", [log.unsaved()]);
  return row.id;
}
const search = async (q: string, more: { cursor?: string; limit?: number } = {}) =>
  await searchStoredLogs(db, { q, ...more }, originMs + 1_000);
const textsOf = async (q: string) => (await search(q)).lines.map(({ text }) => text);
const filler = (lines: number) => Array.from({ length: lines }, (_, at) => `filler ${at} ${"x".repeat(200)}`);

describe("a search over stored logs", () => {
  it("finds lines in logs that are written and in those that have ended, newest first", async () => {
    const ended = await addLog("i1", ["begin", "GET /api/address 502", "end"]);
    const open = await addLog("i2", ["address 502 again"], { isOpen: true });
    const answer = await search("address 502");
    expect(answer.lines).toEqual([
      { log_id: open, line: 1, at: new Date(originMs).toISOString(), text: "address 502 again" },
      { log_id: ended, line: 2, at: new Date(originMs + 1).toISOString(), text: "GET /api/address 502" },
    ]);
    expect(answer.logs.map(({ id, invocation_id }) => [id, invocation_id])).toEqual([
      [ended, "i1"],
      [open, "i2"],
    ]);
    expect([answer.next_cursor, answer.searched_to_ms]).toEqual([null, null]);
  });

  it("says of each log how its invocation stands and when it ended", async () => {
    const invocation = { app_name: "shop", action_name: "buy", version: "v1", status: "failed" };
    const times = { started_at: "2026-11-23T00:00:00Z", finished_at: "2026-11-23T00:00:01Z" };
    const row = invocationRowOf({ id: "i1", ...invocation, ...times }, originMs);
    if (row === undefined) throw new Error("no row");
    await writeInvocations(db, [row]);
    await addLog("i1", ["address"]);
    await addLog("i2", ["address"], { isOpen: true });
    const { logs } = await search("address");
    expect(
      logs.map(({ invocation_id, status, ended_at_ms }) => [invocation_id, status, ended_at_ms]),
    ).toEqual([
      ["i1", "failed", originMs],
      ["i2", null, null],
    ]);
  });

  it("has the name of the browser that a log is of", async () => {
    const named = { kind: "session", id: "s1", name: "the slow one", source: "listBrowsers" } as const;
    await upsertResources(db, [{ ...named, atMs: originMs }]);
    for (const id of ["s1", "s2"]) {
      const log = { source: "supervisor", process: "chromium" } as const;
      await addLog({ sessionId: id, log }, ["address"]);
    }
    const { logs } = await search("address");
    expect(logs.map(({ session_id, session_name }) => [session_id, session_name])).toEqual([
      ["s1", "the slow one"],
      ["s2", null],
    ]);
  });

  it("says whether a browser has ended, also where its log only is no longer stored", async () => {
    const log = { source: "supervisor", process: "chromium" } as const;
    const session = {
      kind: "session",
      name: null,
      source: "listBrowsers",
      details: {},
      atMs: originMs,
    } as const;
    const ids = ["live", "left", "ended", "unknown"];
    await upsertResources(
      db,
      ids.slice(0, 3).map((id) => ({ ...session, id })),
    );
    await markResourceEnded(db, { kind: "session", id: "ended", atMs: originMs });
    for (const sessionId of ids) {
      const id = await addLog({ sessionId, log }, ["address"], { isOpen: true });
      if (sessionId !== "live") await endStoredLogs(db, [id], { reason: noLongerStored, nowMs: originMs });
    }
    await addLog({ sessionId: "closed", log }, ["address"]);
    await addLog("i1", ["address"]);
    const { logs } = await search("address");
    expect(Object.fromEntries(logs.map((each) => [each.session_id, each.session_ended]))).toEqual({
      live: false,
      left: false,
      ended: true,
      unknown: true,
      closed: true,
      null: null,
    });
  });

  it("needs all words in one line, not only in one chunk", async () => {
    await addLog("i1", ["address", "502"]);
    expect(await textsOf("address 502")).toEqual([]);
    expect(await textsOf("address")).toEqual(["address"]);
  });

  it.each(["error", "payment fail", '"error payment"', "level:error payment"])(
    "finds what is visible of a coloured line: %s",
    async (q) => {
      const coloured = "\u001b[31mERROR\u001b[0m \u001b[1mpay\u001b[22mment \u001b[33mfailed\u001b[0m";
      await addLog("i1", ["plain", coloured]);
      await addLog("i2", ["plain", coloured], { isOpen: true });
      expect(await textsOf(q)).toEqual([coloured, coloured]);
      expect(await textsOf("31merror")).toEqual([]);
    },
  );

  it("excludes words, in any case", async () => {
    await addLog("i1", ["Address 502", "address 404"]);
    expect(await textsOf("ADDRESS -404")).toEqual(["Address 502"]);
  });

  it("filters by application, level, source and time", async () => {
    await addLog("i1", ["[console:error] Uncaught", "[network:warning] slow", "plain"], {
      names: { app_name: "shop", action_name: "buy", version: "v2" },
    });
    await addLog("i2", ["[console:error] Uncaught too"], { names: { app_name: "news" } });
    expect(await textsOf("uncaught app:shop")).toEqual(["[console:error] Uncaught"]);
    expect(await textsOf("uncaught app:shop app:news version:v2")).toEqual(["[console:error] Uncaught"]);
    expect(await textsOf("level:warn")).toEqual(["[network:warning] slow"]);
    expect(await textsOf("source:console app:news")).toEqual(["[console:error] Uncaught too"]);
    expect(await textsOf("app:shop since:2026-11-23T00:00:00.002Z")).toEqual(["plain"]);
  });

  it("continues behind each answer, and finds each line once", async () => {
    const texts = filler(3_000).map((text, at) => (at % 100 === 0 ? `needle ${text}` : text));
    await addLog("i1", texts);
    await addLog("i2", texts);
    const found: string[] = [];
    let answers = 0;
    for (let cursor: string | undefined; answers === 0 || cursor !== undefined; answers += 1) {
      const answer = await search("needle", { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      found.push(...answer.lines.map(({ log_id: id, line }) => `${id}:${line}`));
      cursor = answer.next_cursor ?? undefined;
    }
    expect(answers).toBeGreaterThan(2);
    expect(found).toHaveLength(60);
    expect(new Set(found).size).toBe(60);
  });

  it.each([true, false])(
    "gives at most as many lines as asked for, also of one chunk (open: %s)",
    async (isOpen) => {
      await addLog(
        "i1",
        Array.from({ length: 100 }, (_, at) => `needle ${at}`),
        { isOpen },
      );
      const found: number[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const answer = await search("needle", { limit: 30, ...(cursor === undefined ? {} : { cursor }) });
        expect(answer.lines.length).toBeLessThanOrEqual(30);
        found.push(...answer.lines.map(({ line }) => line));
        cursor = answer.next_cursor ?? undefined;
      }
      // The newest of the chunk first, in the order written within an answer.
      expect(found.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, at) => at + 71));
      expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    },
  );

  it("reads a bounded number of chunks at a time, and says how far it went", async () => {
    // Both words in every chunk, never in one line.
    const texts = filler(300 * (searchBounds.chunks + 40)).map(
      (text, at) => `${at % 2 ? "left" : "right"} ${text}`,
    );
    await addLog("i1", texts);
    const first = await search("left right");
    expect(first.lines).toEqual([]);
    expect(first.searched_to_ms).toBeGreaterThan(originMs);
    expect(first.next_cursor).not.toBeNull();
    const second = await search("left right", { cursor: first.next_cursor ?? "" });
    expect([second.lines, second.next_cursor]).toEqual([[], null]);
  });

  it("has reached nothing but the present while logs that are written are searched", async () => {
    await addLog("i1", ["needle, indexed"], { atMs: originMs + 500 });
    await addLog("i2", ["needle one", "needle two"], { isOpen: true });
    const first = await search("needle", { limit: 1 });
    expect([first.searched_to_ms, first.next_cursor === null]).toEqual([originMs + 1_000, false]);
  });

  it("has reached the last line of a chunk that grew for long and is not searched yet", async () => {
    const longMs = originMs + 3_600_000;
    await addLog("slow", ["needle, first", "needle, last"], { stepMs: 3_600_000 });
    await addLog("i2", ["needle"], { atMs: originMs + 1_000 });
    const first = await search("needle", { limit: 1 });
    expect([first.lines.map(({ text }) => text), first.searched_to_ms]).toEqual([["needle"], longMs]);
    const second = await search("needle", { limit: 1, cursor: first.next_cursor ?? "" });
    expect([second.lines.map(({ text }) => text), second.searched_to_ms]).toEqual([["needle, last"], longMs]);
  });

  it("forgets a log that was deleted", async () => {
    const id = await addLog("i1", ["secret plan"]);
    await deleteStoredLogs(db, [id], originMs);
    expect(await textsOf("plan")).toEqual([]);
    expect(await textsOf("secret plan")).toEqual([]);
  });

  it("refuses a query that cannot be read at its character, and a foreign cursor", async () => {
    await expect(search('say "hello')).rejects.toMatchObject({
      issues: [{ path: "query.q", message: expect.stringMatching(/^at character 5: /) }],
    });
    for (const cursor of ["", "x", "indexed.", "indexed.1e999", "indexed.1.", "past.5"])
      await expect(search("x", { cursor })).rejects.toMatchObject({ status: 400, code: "bad_cursor" });
  });
});

describe("a line", () => {
  const matches = (q: string, text: string) => {
    const query = readSearchQuery(q);
    if ("message" in query) throw new Error(query.message);
    const matcher = lineMatcher(query);
    const isFound = matcher.matches(text);
    // What the quick check refuses cannot match.
    const lowerJson = JSON.stringify({ text }).toLowerCase();
    if (isFound) expect(matcher.jsonParts.filter((part) => !lowerJson.includes(part))).toEqual([]);
    return isFound;
  };
  it.each([
    ["addr", "GET /api/Address", true],
    ["dress", "GET /api/address", false],
    ["50", "502", false],
    ["502", "5023", true],
    ['"tried again"', "we tried again", true],
    ['"tried again"', "retried again", false],
    ['"say \\"', "say \\", true],
    ["[error]", "an [ERROR] here", true],
    ["ä", "ä b", true],
    ["a.b", "a-b", false],
    ["red", "\u001b[31mred\u001b[0m", true],
  ])("%s in %s: %s", (q, text, expected) => expect(matches(q, text)).toBe(expected));
});

it("finds events of telemetry by what they say, and not by what a list does not show", async () => {
  const [row] = await createStoredLogs(db, [{ sessionId: "s1", log: { source: "telemetry" } }], originMs);
  if (row === undefined) throw new Error("no row");
  const log = new StoredLog(row, 0);
  const url = "https://shop.test/api/address";
  const events = [
    event(1, "network_request", { method: "GET", url }),
    event(2, "network_response", {
      method: "GET",
      url,
      status: 502,
      headers: { via: "varnish" },
      body: "hello",
    }),
    event(3, "page_navigation", { url: "https://shop.test/checkout" }),
  ];
  log.append(
    events.map((each) => {
      const { at, text } = telemetryItem(each);
      return { json: JSON.stringify({ at, text }), kind: "line" as const, at, missing: 0 };
    }),
    originMs,
  );
  const found = async (q: string) => (await search(q)).lines.map(({ line, view }) => [line, view]);
  for (const isEnded of [false, true]) {
    if (isEnded) log.end(null, originMs);
    await saveStoredLogs(db, "sqlite", [log.unsaved()]);
    expect(await found("address 502")).toEqual([[2, "network"]]);
    expect(await found('"api/address"')).toEqual([[2, "network"]]);
    expect(await found("navigated checkout level:info source:page")).toEqual([[3, "activity"]]);
    expect(await found("varnish")).toEqual([]);
    expect(await found("hello")).toEqual([]);
  }
  expect((await search("502 level:error")).lines[0]?.text).toBe(`[error] [network] GET ${url} 502`);
});
