import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { openDatabase } from "../database.ts";
import { Extensions } from "../extensions/extensions.ts";
import { Seal } from "../kernel/seal.ts";
import { Proxies } from "../proxies/proxies.ts";
import { ChangeFeed, type HostedInvocations } from "./change-feed.ts";
import {
  forgetCopies,
  type HostedChange,
  HostedLocalSessions,
  type HostedSessionsDeps,
} from "./hosted-sessions.ts";
import type { NodeMessage } from "./node-protocol.ts";

test("a node that starts again has nothing of the proxies and extensions of its earlier sessions", async () => {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-copies-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const store = openDatabase(":memory:");
  const clock = new ManualClock();
  const openAll = async () => ({
    proxies: await Proxies.open({ store, seal: new Seal(Buffer.alloc(32)), clock, report() {} }),
    extensions: await Extensions.open({ store, dir, clock }),
  });
  const earlier = await openAll();
  await earlier.proxies.adopt({
    id: "p1",
    name: null,
    type: "custom",
    protocol: "http",
    status: null,
    last_checked: null,
    ip_address: null,
    config: { host: "proxy.example.com", port: 80, username: "user" },
    password: "secret",
    exit: null,
    created_at: clock.timestamp(),
    deleted_at: null,
  });
  const extension = { id: "e1", name: "kept", size_bytes: 3, checksum: "x", created_at: clock.timestamp() };
  await earlier.extensions.adopt(
    { ...extension, last_used_at: null },
    async (to) => await writeFile(to, "zip"),
  );
  expect([earlier.proxies.has("p1"), existsSync(join(dir, "e1.zip"))]).toEqual([true, true]);

  forgetCopies(store);
  const { proxies, extensions } = await openAll();
  expect([proxies.list(), extensions.list(), existsSync(join(dir, "e1.zip"))]).toEqual([[], [], false]);
});

test("the first report of a session says from which creation it came, as its answer may be lost", async () => {
  const created: object[] = [];
  const record = sessionRecord("s1");
  const hosted = new HostedLocalSessions({
    sessions: { onEnding() {}, onEnd() {}, all: () => [] },
    local: {
      async create(request: object) {
        created.push(request);
        return { id: "s1", record, lease: "l1", altered: false, closing: new AbortController().signal };
      },
    },
  } as unknown as HostedSessionsDeps);
  const runs = { ids: () => [], claiming: () => [], after: () => [], watch: () => () => {} };
  const messages: NodeMessage[] = [];
  await new ChangeFeed(hosted, runs as unknown as HostedInvocations).follow(
    0,
    (message) => messages.push(message),
    {
      drained: async () => {},
      signal: new AbortController().signal,
    },
  );
  const request = { headless: true, stealth: false, timeoutSeconds: 60, kioskMode: false };
  await hosted.create({ ...request, creation: "c1" });
  const session = { record, lease: "l1", altered: false, version: 1, creation: "c1" };
  expect(messages.slice(1)).toEqual([{ type: "session", session }]);
  expect(created).toEqual([request]);
});

test("lines that the next service sends again are written once for each holder of a session", async () => {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-agent-log-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const session = { id: "s1", lease: "first", instance: { paths: { appLogs: dir } } };
  const sessions = { onEnding() {}, onEnd() {}, get: (id: string) => (id === "s1" ? session : undefined) };
  const hosted = new HostedLocalSessions({ sessions } as unknown as HostedSessionsDeps);
  const line = (second: number) => ({ at: `2026-01-01T00:00:0${second}.000000000Z`, text: `${second}` });
  await hosted.log("s1", { lease: "first", lines: [line(1), line(2)] });
  await hosted.log("s1", { lease: "first", lines: [line(1), line(2), line(3)] });
  await hosted.log("s1", { lease: "first", lines: [line(3)] });
  session.lease = "second";
  // A service of the version before does not say whose they are.
  await hosted.log("s1", { lines: [line(1)] });
  const late = hosted.log("s1", { lease: "first", lines: [line(4)] });
  await expect(late).rejects.toMatchObject({ status: 404 });
  const texts = readFileSync(join(dir, "agent.log"), "utf8").trim().split("\n");
  expect(texts.map((text) => text.slice(25))).toEqual(["1", "2", "3", "1"]);
  await expect(hosted.log("s2", { lines: [line(1)] })).rejects.toMatchObject({ status: 404 });
});

test("a change is made for the holder that the service names; one of the version before names none", async () => {
  const session = { id: "s1", lease: "second", closing: new AbortController().signal };
  const changedFor: string[] = [];
  const hosted = new HostedLocalSessions({
    sessions: { onEnding() {}, onEnd() {}, get: () => session },
    local: {
      change: async (_session: unknown, _changes: unknown, lease: string) => void changedFor.push(lease),
    },
  } as unknown as HostedSessionsDeps);
  await hosted.change("s1", { lease: "first", labels: {} });
  await hosted.change("s1", { labels: {} });
  expect(changedFor).toEqual(["first", "second"]);
});

test("a change that fails half-way is reported, as the session has a part of it", async () => {
  const session = {
    id: "s1",
    lease: "first",
    record: sessionRecord("s1"),
    altered: false,
    closing: new AbortController().signal,
  };
  const hosted = new HostedLocalSessions({
    sessions: { onEnding() {}, onEnd() {}, get: () => session },
    local: {
      async change() {
        session.record = sessionRecord("s1", { name: "new" });
        throw new Error("its browser does not start with that proxy");
      },
    },
  } as unknown as HostedSessionsDeps);
  const names: unknown[] = [];
  hosted.watch((change) => {
    if (change.type === "session") names.push(change.session.record.name);
  });
  await expect(hosted.change("s1", { labels: { name: "new" } })).rejects.toThrow("does not start");
  expect(names).toEqual(["new"]);
});

test("archives of extensions are removed that no session has, but for those that were used last", async () => {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-archives-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const clock = new ManualClock();
  const extensions = await Extensions.open({ store: openDatabase(":memory:"), dir, clock });
  const ends: ((session: { id: string }) => void)[] = [];
  const report = vi.fn();
  const hosted = new HostedLocalSessions({
    sessions: {
      onEnding() {},
      onEnd: (listener: (typeof ends)[0]) => void ends.push(listener),
      all: () => [],
    },
    local: {
      async create({ labels }: { labels: { name: string } }) {
        if (labels.name === "s3") throw new Error("it does not start");
        return {
          id: labels.name,
          closing: labels.name === "s9" ? AbortSignal.abort() : new AbortController().signal,
        };
      },
    },
    extensions,
    copyArchive: async (_: string, to: string) => await writeFile(to, "zip"),
    report,
  } as unknown as HostedSessionsDeps);
  const extension = (at: number) => ({
    id: `e${at}`,
    name: `e${at}`,
    size_bytes: 3,
    checksum: "x",
    created_at: clock.timestamp(),
    last_used_at: null,
  });
  const create = async (at: number) => {
    const request = { creation: "c", headless: true, stealth: false, timeoutSeconds: 60, kioskMode: false };
    const labels = { name: `s${at}`, tags: null, start_url: null };
    await hosted.create({ ...request, labels, extensions: [extension(0), extension(at)] });
  };
  const end = (at: number) => ends[0]?.({ id: `s${at}` });
  const left = () => readdirSync(dir).toSorted();
  for (const at of [1, 2]) await create(at);
  await expect(create(3)).rejects.toThrow("it does not start");
  for (const at of [4, 5, 6, 7, 8]) await create(at);
  for (const at of [4, 5, 6, 7, 8]) end(at);
  expect(left()).toEqual([0, 1, 2, 4, 5, 6, 7, 8].map((at) => `e${at}.zip`));
  // Its end is complete also while the disk is full.
  const full = new Error("database or disk is full");
  const forget = vi.spyOn(extensions, "forget").mockImplementationOnce(() => {
    throw full;
  });
  const changes: HostedChange[] = [];
  hosted.watch((change) => changes.push(change));
  end(1);
  expect([changes, report.mock.calls]).toEqual([[{ type: "ended", id: "s1" }], [[full]]]);
  expect(forget).toHaveBeenCalledOnce();
  end(2);
  expect(left()).toEqual([0, 1, 2, 7, 8].map((at) => `e${at}.zip`));
  expect(extensions.list()).toHaveLength(5);
  // It has ended as it is created.
  await create(9);
  expect(left()).toEqual([0, 1, 2, 8, 9].map((at) => `e${at}.zip`));
});
