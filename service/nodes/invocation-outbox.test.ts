import { expect, test } from "vitest";
import { InvocationOutbox } from "./invocation-outbox.ts";
import type { InvocationMessage } from "./node-protocol.ts";

const line = (text: string) => ({ kind: "log" as const, line: text });
const gone = { kind: "gone" as const, how: "exit code 0" };

function taken(outbox: InvocationOutbox, after: number): InvocationMessage[] {
  const messages: InvocationMessage[] = [];
  outbox.watch(after, (message) => messages.push(message))();
  return messages;
}

test("a service gets what it has not got yet, and what follows", () => {
  const outbox = new InvocationOutbox();
  outbox.send("i1", line("one"));
  outbox.send("i1", line("two"));
  const messages: InvocationMessage[] = [];
  const stop = outbox.watch(1, (message) => messages.push(message));
  outbox.send("i1", gone);
  stop();
  outbox.send("i2", gone);
  expect(messages.map(({ seq, event }) => [seq, event])).toEqual([
    [2, line("two")],
    [3, gone],
  ]);
  expect(taken(outbox, 0)).toHaveLength(4);
});

test("beyond its limit the oldest lines are left out, but no end", () => {
  const outbox = new InvocationOutbox(1_000);
  outbox.send("i1", gone);
  for (let at = 0; at < 100; at += 1) outbox.send("i2", line(`${at}`.padEnd(99)));
  const kept = taken(outbox, 0);
  expect(kept[0]?.event).toEqual(gone);
  expect(kept.length).toBeLessThan(15);
  expect(kept.at(-1)?.seq).toBe(101);
  // A service that has none of them learns how many there were.
  const lines = kept.flatMap(({ event }) => (event.kind === "log" ? [event.line] : []));
  expect(lines[0]).toBe(
    `[${101 - lines.length} lines are missing here: its node can buffer no more lines for a service that takes over]`,
  );
  expect(taken(outbox, kept[1]?.seq ?? 0)).toHaveLength(kept.length - 2);
});

test("below its limit no line is left out, however many there are", () => {
  const outbox = new InvocationOutbox(5_000_000);
  for (let at = 0; at < 20_500; at += 1) outbox.send("i1", line(`${at}`.padEnd(125)));
  expect(taken(outbox, 0)).toHaveLength(20_500);
});

test("short lines count with what they take besides their text", () => {
  const outbox = new InvocationOutbox(100_000);
  for (let at = 0; at < 5_000; at += 1) outbox.send("i1", line("."));
  expect(taken(outbox, 0).length).toBeLessThan(1_000);
});

test("what a service has stored is forgotten", () => {
  const outbox = new InvocationOutbox();
  for (const id of ["i1", "i2"]) outbox.send(id, line("works"));
  outbox.send("i1", gone);
  expect(outbox.hasEnds).toBe(true);
  outbox.forget("i1");
  expect(taken(outbox, 0).map(({ id }) => id)).toEqual(["i2"]);
  expect(outbox.hasEnds).toBe(false);
  // It waits for any node.
  outbox.send("i3", { ...gone, neverBegan: true });
  expect(outbox.hasEnds).toBe(false);
});
