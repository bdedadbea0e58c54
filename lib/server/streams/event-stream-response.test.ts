import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { paces } from "../kernel/paces.ts";
import { eventStreamResponse } from "./event-stream-response.ts";

it("has a comment while there is no event, and loses none for it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const event = Promise.withResolvers<object>();
  async function* events() {
    yield await event.promise;
  }
  const operator = { sid: "s", userId: "u", username: "ada", tokenId: undefined };
  const body = new PassThrough();
  const reader = eventStreamResponse(events(), { body, operator, role: "viewer" }).getReader();
  const read = async () => Buffer.from((await reader.read()).value ?? []).toString();
  for (let silence = 0; silence < 3; silence += 1) {
    const comment = read();
    await vi.advanceTimersByTimeAsync(paces.live.heartbeatMs);
    expect(await comment).toBe(":\n\n");
  }
  event.resolve({ line: 1 });
  expect(await read()).toBe('data: {"line":1}\n\n');
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  body.destroy();
});
