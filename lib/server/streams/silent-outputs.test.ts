import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDeploymentProgress } from "./deployment-progress.ts";
import { openProcessOutput } from "./process-output.ts";

const { open } = vi.hoisted(() => ({ open: vi.fn() }));
vi.mock("../upstream/call.ts", () => ({ open, eventStreamOf: ({ body }: { body: PassThrough }) => body }));

const operator = { sid: "s", userId: "u", username: "ada", tokenId: undefined };

it.each([
  ["the output of a process", openProcessOutput],
  ["the events of a deployment", openDeploymentProgress],
])("%s breaks off once the API sends no more of its heartbeats", async (_, openOutput) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const body = new PassThrough();
  open.mockResolvedValue({ body });
  const params = { id: "one", process_id: "two" };
  const output = await openOutput({ params, operator, signal: new AbortController().signal });
  const reader = output.getReader();
  const ended = (async () => {
    while (!(await reader.read()).done);
    return "end";
  })().catch((error: Error) => error.message);
  for (const heartbeat of [": heartbeat\n\n", 'data: {"event":"sse_heartbeat"}\n\n']) {
    await vi.advanceTimersByTimeAsync(15_000);
    body.write(heartbeat);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(body.destroyed).toBe(true);
  expect(await ended).toBe("The API has fallen silent.");
});

it("leaves no timer when its reader leaves between two events", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const body = new PassThrough();
  open.mockResolvedValue({ body });
  const params = { id: "one", process_id: "two" };
  const output = await openProcessOutput({ params, operator, signal: new AbortController().signal });
  const reader = output.getReader();
  const first = reader.read();
  await vi.advanceTimersByTimeAsync(10_000);
  const line = (text: string) => `data: ${JSON.stringify({ stream: "stdout", data_b64: btoa(text) })}\n\n`;
  body.write(`: heartbeat\n\n${line("one\n")}${line("two\n")}`);
  expect(new TextDecoder().decode((await first).value)).toContain("one");
  await reader.cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});
