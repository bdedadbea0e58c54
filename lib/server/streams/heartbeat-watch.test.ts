import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { hourMs } from "../../bff/time-units.ts";
import { SilentStream, untilSilent } from "./heartbeat-watch.ts";

const line = 'data: {"event":"log","message":"a line: \\n: no comment, \\"event\\":\\"sse_heartbeat\\""}\n\n';

/** A stream that is read as fast as it comes, unless `hold` holds the reader from the second chunk on. */
function reading(hold?: Promise<void>) {
  const clock = new TestClock();
  const body = new PassThrough();
  const received: string[] = [];
  const ended = (async () => {
    for await (const chunk of untilSilent(body, clock)) {
      received.push(Buffer.from(chunk).toString());
      if (received.length > 1) await hold;
    }
  })();
  const outcome = ended.then(
    () => "end",
    (error: unknown) => error,
  );
  return {
    clock,
    body,
    received,
    outcome,
    /** Sends a chunk, which has been read then. */
    async send(chunk: string) {
      const before = received.length;
      body.write(chunk);
      await expect.poll(() => received.length).toBe(before + 1);
    },
  };
}

test.each([
  ["comments", ": heartbeat\n\n"],
  ["heartbeat events", 'data: {"event": "sse_heartbeat","timestamp":"2026-01-01T00:00:00Z"}\n\n'],
])("a stream with %s that sends nothing any more has broken", async (_, heartbeat) => {
  const { clock, body, send, outcome } = reading();
  for (const chunk of [heartbeat, line, heartbeat, heartbeat]) {
    await clock.advance(15_000);
    await send(chunk);
  }
  const sinceMs = clock.nowMs();
  await clock.advance(44_000);
  expect(body.destroyed).toBe(false);
  await clock.advance(30_000);
  const outcomeOfSilence = await outcome;
  expect(outcomeOfSilence).toBeInstanceOf(SilentStream);
  expect(outcomeOfSilence).toMatchObject({ sinceMs });
});

test("a stream that sends nothing any more after its first heartbeat has broken, as if these came each minute", async () => {
  const { clock, body, send, outcome } = reading();
  await clock.advance(15_000);
  await send(": heartbeat\n\n");
  await clock.advance(175_000);
  expect(body.destroyed).toBe(false);
  await clock.advance(60_000);
  expect(await outcome).toBeInstanceOf(SilentStream);
});

test("a stream may be silent after its first heartbeat for three times as long as before it", async () => {
  const { clock, body, send, outcome } = reading();
  await clock.advance(300_000);
  await send(": heartbeat\n\n");
  await clock.advance(800_000);
  body.end(line);
  expect(await outcome).toBe("end");
});

test("a stream without heartbeats may be silent for as long as it likes", async () => {
  const { clock, body, send, outcome } = reading();
  await send(line);
  await clock.advance(24 * 3_600_000);
  body.end(line);
  expect(await outcome).toBe("end");
});

test("an event that comes in parts, of which one begins with a colon, is no heartbeat", async () => {
  const { clock, body, send, outcome } = reading();
  const long = `data: {"event":"log","message":"${"a".repeat(2_000)}","at":":"}\n\n`;
  for (const event of [line, long]) {
    const at = event.lastIndexOf(":");
    await send(event.slice(0, at));
    await send(event.slice(at));
  }
  await clock.advance(24 * 3_600_000);
  body.end(line);
  expect(await outcome).toBe("end");
});

test("the limit is that of an API with rare heartbeats", async () => {
  const { clock, body, send, outcome } = reading();
  for (let at = 0; at < 3; at += 1) {
    await clock.advance(120_000);
    await send(": \n\n");
  }
  await clock.advance(350_000);
  expect(body.destroyed).toBe(false);
  await clock.advance(150_000);
  expect(await outcome).toBeInstanceOf(SilentStream);
});

test.each([
  ["none after it", 0, 24 * hourMs],
  ["rare heartbeats after it", 3, 120_000],
])("a comment at the beginning of a stream with %s is a greeting", async (_, heartbeats, silentMs) => {
  const { clock, body, send, outcome } = reading();
  await send(line);
  await send(": connected\n\n");
  for (let at = 0; at < heartbeats; at += 1) {
    await clock.advance(120_000);
    await send(": \n\n");
  }
  await clock.advance(silentMs);
  body.end(line);
  expect(await outcome).toBe("end");
});

test("what is not read because its reader is busy is no silence", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { clock, body, send, outcome } = reading(promise);
  await send(": \n\n");
  await send(": \n\n");
  await clock.advance(3_600_000);
  resolve();
  body.end(line);
  expect(await outcome).toBe("end");
});
