import { PassThrough } from "node:stream";
import { afterEach, expect, it, vi } from "vitest";
import { DevTools, DevToolsClosed } from "./devtools.ts";
import { DevToolsPipe } from "./devtools-pipe.ts";

afterEach(() => {
  vi.useRealTimers();
});

const idOf = (letter: string) => letter.repeat(32);

/** A pipe whose other side the test is. */
function pipe() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const reading: boolean[] = [];
  const _handle = { readStop: () => reading.push(false), readStart: () => reading.push(true) };
  Object.assign(output, { _handle });
  const received: string[] = [];
  let rest = "";
  input.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split("\0");
    rest = parts.pop() ?? "";
    received.push(...parts);
  });
  return {
    devtools: new DevToolsPipe({ input, output }),
    received,
    /** Whether it was read on each time that its reading was stopped or started. */
    reading,
    say: (message: object, cutAt = 1) => {
      const bytes = Buffer.from(`${JSON.stringify(message)}\0`);
      output.write(bytes.subarray(0, cutAt));
      output.write(bytes.subarray(cutAt));
    },
    end: () => output.destroy(),
  };
}

async function opened(chromium: ReturnType<typeof pipe>, sessionId: string, options?: { canWait: boolean }) {
  const opening = DevTools.over(chromium.devtools.open, options);
  await expect.poll(() => chromium.received.length).toBeGreaterThan(0);
  const { id, method } = JSON.parse(chromium.received.pop() ?? "");
  expect(method).toBe("Target.attachToBrowserTarget");
  chromium.say({ id, result: { sessionId } });
  return await opening;
}

it("gives each connection the answers and events of its own sessions, however the bytes are cut", async () => {
  const chromium = pipe();
  const a = await opened(chromium, idOf("A"));
  const b = await opened(chromium, idOf("B"));
  const events: string[] = [];
  for (const [name, devtools] of [
    ["a", a],
    ["b", b],
  ] as const) {
    devtools.on("Target.attachedToTarget", () => events.push(`${name} attached`));
    devtools.on("Page.loaded", (_params, sessionId) => events.push(`${name} loaded in ${sessionId}`));
  }
  const answers = Promise.all([a.send("One.a"), b.send("One.b")]);
  await expect.poll(() => chromium.received.length).toBe(2);
  expect(chromium.received.map((text) => JSON.parse(text))).toEqual([
    { id: 1, method: "One.a", params: {}, sessionId: idOf("A") },
    { id: 1, method: "One.b", params: {}, sessionId: idOf("B") },
  ]);
  chromium.say({ id: 1, result: "of b", sessionId: idOf("B") });
  chromium.say({ id: 1, result: "of a", sessionId: idOf("A") }, 20);
  expect(await answers).toEqual(["of a", "of b"]);
  const child = { sessionId: idOf("C"), targetInfo: {}, waitingForDebugger: false };
  chromium.say({ method: "Target.attachedToTarget", params: child, sessionId: idOf("B") });
  chromium.say({ method: "Page.loaded", params: {}, sessionId: idOf("C") });
  await expect.poll(() => events).toEqual(["b attached", `b loaded in ${idOf("C")}`]);
});

it("refuses a session of another connection, and closes all connections with the browser", async () => {
  const chromium = pipe();
  const a = await opened(chromium, idOf("A"));
  const b = await opened(chromium, idOf("B"));
  await expect(a.send("Any", {}, { sessionId: idOf("B") })).rejects.toThrow(
    "Session with given id not found",
  );
  expect(chromium.received).toEqual([]);
  const unanswered = expect(a.send("Any")).rejects.toBeInstanceOf(DevToolsClosed);
  chromium.end();
  await Promise.all([a.closed, b.closed, unanswered]);
  expect([a.isOpen, b.isOpen]).toEqual([false, false]);
  await expect(DevTools.over(chromium.devtools.open)).rejects.toBeInstanceOf(DevToolsClosed);
});

it("gives the next connections those that were opened ahead, and none that has closed", async () => {
  const chromium = pipe();
  chromium.devtools.prepare(2);
  await expect.poll(() => chromium.received.length).toBe(2);
  const requests = chromium.received.splice(0).map((text) => JSON.parse(text));
  expect(requests.map(({ method }) => method)).toEqual(Array(2).fill("Target.attachToBrowserTarget"));
  chromium.say({ id: requests[0].id, result: { sessionId: idOf("A") } });
  const a = await DevTools.over(chromium.devtools.open);
  const answer = a.send("One.a");
  await expect.poll(() => chromium.received.length).toBe(1);
  expect(JSON.parse(chromium.received.pop() ?? "")).toMatchObject({ method: "One.a", sessionId: idOf("A") });
  chromium.say({ id: 1, result: "of a", sessionId: idOf("A") });
  expect(await answer).toBe("of a");
  const second = expect(DevTools.over(chromium.devtools.open)).rejects.toBeInstanceOf(DevToolsClosed);
  chromium.end();
  await Promise.all([a.closed, second]);
});

it("is read less often while only connections that can wait use it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const chromium = pipe();
  const telemetry = await opened(chromium, idOf("A"), { canWait: true });
  const client = await opened(chromium, idOf("B"));
  const events: string[] = [];
  telemetry.on("Network.sent", () => events.push("telemetry"));
  client.on("Page.loaded", () => events.push("client"));
  const sent = { method: "Network.sent", params: {}, sessionId: idOf("A") };

  chromium.say(sent);
  await expect.poll(() => events).toEqual(["telemetry"]);
  expect(chromium.reading, "just after the client").toEqual([]);

  vi.advanceTimersByTime(2_000);
  chromium.say(sent);
  await expect.poll(() => chromium.reading).toEqual([false]);
  vi.advanceTimersByTime(20);
  expect(chromium.reading, "read on").toEqual([false, true]);

  chromium.say(sent);
  await expect.poll(() => chromium.reading).toEqual([false, true, false]);
  const navigated = client.send("Page.navigate");
  expect(chromium.reading, "read on at once for an answer").toEqual([false, true, false, true]);

  vi.advanceTimersByTime(2_000);
  chromium.say(sent);
  await expect.poll(() => events).toEqual(Array(4).fill("telemetry"));
  expect(chromium.reading, "without the answer").toHaveLength(4);
  chromium.say({ id: 1, result: {}, sessionId: idOf("B") });
  await navigated;
  vi.advanceTimersByTime(2_000);
  chromium.say({ method: "Page.loaded", params: {}, sessionId: idOf("B") });
  chromium.say(sent);
  await expect.poll(() => events.slice(4)).toEqual(["client", "telemetry"]);
  expect(chromium.reading, "with events of the client").toHaveLength(4);

  client.send("Page.close", {}, { sessionId: idOf("B") }).catch(() => undefined);
  client.close();
  vi.advanceTimersByTime(2_000);
  chromium.say(sent);
  await expect.poll(() => chromium.reading, { message: "without the client" }).toHaveLength(5);
});
