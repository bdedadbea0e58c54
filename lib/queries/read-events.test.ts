import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paces } from "../paces.ts";
import { readEvents } from "./read-events.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // Without Web Locks it reads at once.
  vi.stubGlobal("navigator", {});
});
afterEach(() => void vi.useRealTimers());

/** An answer that is sent part by part, and breaks off when its request is aborted. */
function streamed() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const answered = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (_path: string, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener("abort", () => controller?.error(signal.reason));
    await Promise.race([
      answered.promise,
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ]);
    return new Response(body);
  });
  return {
    answer: answered.resolve,
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
}

/** Reads; `isOver` once it has settled. */
function reading(signal = new AbortController().signal) {
  const state = { events: [] as unknown[], isOver: false };
  const done = readEvents("/output", (event) => state.events.push(event), { signal, onWait: () => {} });
  done.then(
    () => {
      state.isOver = true;
    },
    () => {
      state.isOver = true;
    },
  );
  return { state, done };
}

it("ends a stream from which nothing has come for 45 s, as its connection may be gone without a word (T49)", async () => {
  const stream = streamed();
  const { state, done } = reading();
  stream.answer();
  await vi.advanceTimersByTimeAsync(0);
  stream.send('data: {"line":1}\n\n');
  await vi.advanceTimersByTimeAsync(paces.live.deadMs - 1);
  expect(state).toEqual({ events: [{ line: 1 }], isOver: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isOver).toBe(true);
  await expect(done).resolves.toBeUndefined();
});

it("goes on while there are comments", async () => {
  const stream = streamed();
  const { state } = reading();
  stream.answer();
  for (let comment = 0; comment < 20; comment += 1) {
    await vi.advanceTimersByTimeAsync(paces.live.deadMs / 3);
    stream.send(":\n\n");
  }
  await vi.advanceTimersByTimeAsync(0);
  stream.send('data: {"line":2}\n\n');
  stream.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(state).toEqual({ events: [{ line: 2 }], isOver: true });
});

it("ends a request that is not answered, too", async () => {
  streamed();
  const { done } = reading();
  const refused = expect(done).rejects.toMatchObject({ code: "dashboard_unreachable" });
  await vi.advanceTimersByTimeAsync(paces.live.deadMs);
  await refused;
});

it("throws the reason of the signal of who no longer reads", async () => {
  const stream = streamed();
  const stop = new AbortController();
  const { done } = reading(stop.signal);
  stream.answer();
  await vi.advanceTimersByTimeAsync(0);
  const refused = expect(done).rejects.toThrow("closed");
  stop.abort(new Error("closed"));
  await refused;
});
