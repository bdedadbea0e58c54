import { expect, it } from "vitest";
import type { ProcessOutputEvent } from "../../bff/process-output.ts";
import { readProcessOutput } from "./process-output.ts";

async function eventsOf(...parts: readonly string[]): Promise<ProcessOutputEvent[]> {
  async function* body() {
    for (const part of parts) yield Buffer.from(part);
  }
  const events: ProcessOutputEvent[] = [];
  for await (const event of readProcessOutput(body())) events.push(event);
  return events;
}
const sse = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (stream: string, bytes: string | Uint8Array) =>
  sse({ stream, data_b64: Buffer.from(bytes).toString("base64") });

it("forwards whole lines of each stream in their order, and the exit last with what was left", async () => {
  const euro = Buffer.from("€\n");
  expect(
    await eventsOf(
      chunk("stdout", "one\ntw"),
      chunk("stderr", "bad\n"),
      chunk("stdout", "o\n"),
      chunk("stdout", euro.subarray(0, 2)),
      chunk("stdout", euro.subarray(2)),
      chunk("stdout", "no end"),
      sse({ event: "exit", exit_code: 3 }),
    ),
  ).toEqual([
    { stream: "stdout", text: "one\n" },
    { stream: "stderr", text: "bad\n" },
    { stream: "stdout", text: "two\n" },
    { stream: "stdout", text: "€\n" },
    { stream: "stdout", text: "no end" },
    { exit_code: 3 },
  ]);
});

it("removes credentials that are spread over chunks, and forwards a line without end in parts (T03)", async () => {
  const [first] = await eventsOf(
    chunk("stdout", "authorization: Bearer abcd"),
    chunk("stdout", "efghijkl\n"),
  );
  expect(JSON.stringify(first)).not.toMatch(/abcd|efgh/);
  const [long] = await eventsOf(chunk("stdout", "x".repeat(9_000)));
  expect(long).toEqual({ stream: "stdout", text: "x".repeat(9_000) });
});

it("forwards a line without end also when the output ends or breaks off without an exit", async () => {
  expect(await eventsOf(chunk("stdout", "one\nContinue? "))).toEqual([
    { stream: "stdout", text: "one\n" },
    { stream: "stdout", text: "Continue? " },
  ]);
  async function* broken() {
    yield Buffer.from(chunk("stderr", "87 %"));
    throw new Error("cut");
  }
  const events = readProcessOutput(broken());
  expect(await events.next()).toEqual({ done: false, value: { stream: "stderr", text: "87 %" } });
  await expect(events.next()).rejects.toThrow("cut");
});

it("ignores what is no output, and reads events that arrive in parts", async () => {
  const text = `: comment\n\ndata: [1]\n\ndata: {\n\n${sse({ event: "sse_heartbeat" })}${chunk("stdout", "a\n")}`;
  const parts = text.match(/[\s\S]{1,7}/g) ?? [];
  expect(await eventsOf(...parts, sse({ event: "exit" }))).toEqual([
    { stream: "stdout", text: "a\n" },
    { exit_code: null },
  ]);
});
