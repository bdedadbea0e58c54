import { expect, test } from "vitest";
import { sessionRecord } from "../../tests/support/service/session-record.ts";
import { SerialQueue } from "../kernel/serial-queue.ts";
import { LocalSessions, type LocalSessionsDeps } from "./local-sessions.ts";
import type { Session } from "./session.ts";

/** A session and what is done to it; `gate` holds up the preparation of a proxy. */
function setUp() {
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const turns = new SerialQueue();
  const ended = new AbortController();
  const session = {
    id: "s1",
    lease: "first",
    closing: ended.signal,
    record: sessionRecord("s1"),
    exclusively: turns.take.bind(turns),
  };
  const local = new LocalSessions({
    sessions: {
      label: () => void done.push("labels"),
      change: async () => void done.push("settings"),
      selectTelemetry: async () => await gate.promise,
    },
    proxies: {
      async forSession(id: string) {
        await gate.promise;
        return { id, url: "http://127.0.0.1:9" };
      },
      sessionEnded: (id: string) => void done.push(`${id} is not used`),
    },
  } as unknown as LocalSessionsDeps);
  const change = async (proxyId?: string) => {
    const settings = proxyId === undefined ? {} : { settings: { proxyId } };
    await local.change(session as unknown as Session, { labels: { name: "one" }, ...settings }, "first");
  };
  const handOver = async () => {
    const labels = { name: null, tags: null, start_url: null };
    await local.handOver(session as unknown as Session, { labels, telemetry: null });
  };
  return { done, gate, session, ended, change, handOver };
}

test("a change waits for earlier ones, and is made for the holder that requested it", async () => {
  const { done, gate, session, change } = setUp();
  void session.exclusively(() => gate.promise);
  const changed = change();
  expect(done).toEqual([]);
  gate.resolve();
  await changed;
  expect(done).toEqual(["labels"]);
});

test.each([undefined, "p1"])(
  "a change that waits is not made for the next holder (proxy %s)",
  async (proxy) => {
    const { done, gate, session, change } = setUp();
    if (proxy === undefined) void session.exclusively(() => gate.promise);
    const changed = change(proxy);
    session.lease = "next";
    gate.resolve();
    await expect(changed).rejects.toMatchObject({ status: 404 });
    expect(done).toEqual(proxy === undefined ? [] : ["p1 is not used"]);
  },
);

test("a browser that ends while its pages are captured is not handed over", async () => {
  const { gate, ended, handOver } = setUp();
  const handed = handOver();
  ended.abort();
  gate.resolve();
  await expect(handed).rejects.toMatchObject({ status: 404 });
});
