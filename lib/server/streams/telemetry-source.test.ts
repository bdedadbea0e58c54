import { afterEach, beforeEach, expect, it } from "vitest";
import {
  telemetryEventOf as event,
  FakeTelemetry,
  telemetryStartMs,
} from "../../../tests/support/fakes/fake-telemetry.ts";
import { hurriedClock, startSteadyClock } from "../../../tests/support/fakes/steady-clock.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";
import { logGap, logLine } from "../../bff/live.ts";
import { RingCursor } from "./ring-cursor.ts";
import type { RestoredLog } from "./shown-lines.ts";
import { telemetryItem } from "./telemetry-item.ts";
import type { PagePicture } from "./telemetry-pictures.ts";
import { seqOf, TelemetrySource } from "./telemetry-source.ts";

let upstream: FakeTelemetry;
let clock: ReturnType<typeof startSteadyClock>;
let sources: TelemetrySource[] = [];
let pictures: PagePicture[] = [];
beforeEach(() => {
  upstream = new FakeTelemetry();
  clock = startSteadyClock();
  sources = [];
  pictures = [];
});
afterEach(() => {
  for (const source of sources) source.stop();
  clock.stop();
});

function start(stored?: RestoredLog): TelemetrySource {
  const source = new TelemetrySource(
    { sessionId: "s1", log: { source: "telemetry" } },
    "e1",
    {
      port: upstream,
      clock: hurriedClock(clock, 100),
      random: () => 0.5,
      onPicture: (picture) => pictures.push(picture),
    },
    stored,
  );
  sources.push(source);
  source.start();
  return source;
}

/** Numbers of events, and gaps as "-count". */
const shown = ({ ring }: TelemetrySource): (number | string)[] =>
  ring
    .after(ring.startId, Number.POSITIVE_INFINITY)
    .map(({ kind, json }) =>
      kind === "line"
        ? (seqOf(logLine.parse(JSON.parse(json)).text) ?? "?")
        : `-${logGap.parse(JSON.parse(json)).count}`,
    );
const untilShown = (source: TelemetrySource, ...entries: readonly (number | string)[]) =>
  waitUntil(`shown: ${entries.join()}`, () => shown(source).join() === entries.join());

it("counts the clients of a browser while it follows it, as long as no event is missing", async () => {
  const of = (seq: number, type: string) => ({ ...event(seq), event: { ...event(seq).event, type } });
  upstream.emit(of(1, "cdp_connect"), of(2, "live_view_connect"));
  const source = start();
  await untilShown(source, 1, 2);
  expect(source.activity).toMatchObject({ clients: 2 });
  upstream.emit(of(3, "cdp_disconnect"), of(4, "live_view_disconnect"));
  await untilShown(source, 1, 2, 3, 4);
  expect(source.activity).toMatchObject({ clients: 0 });
  upstream.emit(of(6, "api_call"));
  await untilShown(source, 1, 2, 3, 4, "-1", 6);
  expect(source.activity).toMatchObject({ clients: null });
  source.stop();
  expect(source.activity).toBeUndefined();
});

it("does not count the clients of the last use of a pool's browser in the next one", async () => {
  const of = (seq: number, type: string) => ({ ...event(seq), event: { ...event(seq).event, type } });
  upstream.emit(of(1, "cdp_connect"), of(2, "live_view_connect"), of(3, "cdp_disconnect"));
  const source = start();
  await untilShown(source, 1, 2, 3);
  upstream.end();
  await waitUntil("it has ended", () => source.state.state === "ended");
  upstream.isGone = false;
  source.start();
  await waitUntil("it is open again", () => source.state.state === "open");
  expect(source.activity).toEqual({ clients: 0, last_active_ms: null });
  // The other client's end, which is sent late.
  upstream.emit(of(4, "live_view_disconnect"));
  await untilShown(source, 1, 2, 3, 4);
  expect(source.activity).toEqual({ clients: 0, last_active_ms: null });
  upstream.emit(of(5, "cdp_connect"));
  await untilShown(source, 1, 2, 3, 4, 5);
  expect(source.activity).toEqual({ clients: 1, last_active_ms: null });
});

it("does not know whether clients are connected whose end may be among missing events", async () => {
  const of = (seq: number, type: string) => ({ ...event(seq), event: { ...event(seq).event, type } });
  upstream.emit(of(1, "cdp_connect"));
  const source = start();
  await untilShown(source, 1);
  expect(source.activity).toEqual({ clients: 1, last_active_ms: null });
  source.stop();
  // The browser is released to its pool, which deletes its events, and acquired again.
  upstream.events.splice(0);
  upstream.emit(of(3, "page_load"));
  source.start();
  await untilShown(source, 1, "-1", 3);
  expect(source.activity).toEqual({ clients: null, last_active_ms: null });
  upstream.emit(of(4, "cdp_connect"));
  await untilShown(source, 1, "-1", 3, 4);
  expect(source.activity).toEqual({ clients: 1, last_active_ms: null });
});

it("does not know the clients of a browser that it follows from the middle on", async () => {
  upstream.emit(event(1), event(2));
  const source = start({ items: [telemetryItem(event(1))], lineCount: 1, untilMs: 0, hasEnded: false });
  await untilShown(source, 2);
  expect(source.activity).toMatchObject({ clients: null });
});

it("begins with the oldest event and follows the next ones", async () => {
  upstream.emit(event(1), event(2));
  const source = start();
  await untilShown(source, 1, 2);
  expect(source.state).toEqual({ state: "open", reason: null });
  upstream.emit(event(3));
  await untilShown(source, 1, 2, 3);
});

it("continues after the last event when its stream breaks, without loss or repetition", async () => {
  upstream.emit(event(1), event(2));
  const source = start();
  await untilShown(source, 1, 2);
  upstream.cut();
  upstream.emit(event(3));
  await untilShown(source, 1, 2, 3);
  expect(upstream.opened).toEqual([undefined, 2]);
});

it("marks events that the upstream has dropped, with their number", async () => {
  upstream.emit(event(1));
  const source = start();
  await untilShown(source, 1);
  upstream.emit(event(5));
  await untilShown(source, 1, "-3", 5);
});

it("does not take later first events for a loss", async () => {
  upstream.emit(event(40), event(41));
  await untilShown(start(), 40, 41);
});

it("ends with the browser, after the events that only the archive has", async () => {
  upstream.emit(event(1));
  const source = start();
  await untilShown(source, 1);
  upstream.events.push(event(2), event(3));
  upstream.end();
  await waitUntil("it has ended", () => source.state.state === "ended");
  expect(source.state.reason).toBe("The browser has ended.");
  expect(shown(source)).toEqual([1, 2, 3]);
  expect(source.running).toBe(false);
});

it("has the events of a browser that has ended before", async () => {
  upstream.emit(event(1), event(2));
  upstream.isGone = true;
  const source = start();
  await waitUntil("it has ended", () => source.state.state === "ended");
  expect(shown(source)).toEqual([1, 2]);
});

it("is unavailable where the API has no telemetry, and says so", async () => {
  upstream.refusal = { kind: "refused", reason: "This API has no telemetry of browsers." };
  const source = start();
  await waitUntil("it is unavailable", () => source.state.state === "unavailable");
  expect(source.state.reason).toBe("This API has no telemetry of browsers.");
  upstream.refusal = undefined;
  upstream.emit(event(1));
  await untilShown(source, 1);
});

it("continues stored lines, and marks what is missing between", async () => {
  upstream.emit(...[1, 2, 3, 4].map((seq) => event(seq)));
  const restored = (seq: number) => ({
    items: [telemetryItem(event(seq))],
    lineCount: seq,
    untilMs: 0,
    hasEnded: false,
  });
  await untilShown(start(restored(2)), 3, 4);
  expect(upstream.opened).toEqual([2]);
  upstream.emit(event(9));
  upstream.storedForStreams = 1;
  await untilShown(start(restored(2)), "-6", 9);
});

it("waits for a reader, who loses nothing", async () => {
  const source = start();
  await waitUntil("it is open", () => upstream.openCount === 1);
  const cursor = new RingCursor(source.ring, source.ring.startId);
  source.addReader(cursor);
  const count = 3_000;
  const text = "x".repeat(1_000);
  upstream.emit(...Array.from({ length: count }, (_, at) => event(at + 1, "page_load", { url: text })));
  let taken = 0;
  await waitUntil("everything was taken", () => {
    expect(cursor.passLost()).toBeUndefined();
    taken += cursor.take(256 * 1024).length;
    source.taken(cursor);
    return taken === count;
  });
});

it("hands over pictures with the address of their page and why they were taken, and leaves them out of lines", async () => {
  const png = Buffer.from("a picture").toString("base64");
  const page = { target_id: "t1" };
  upstream.emit(
    event(1, "page_navigation", { ...page, url: "https://shop.test/cart?token=hunter2" }),
    event(2, "monitor_screenshot", { png }, { target_id: "t1" }),
    event(3, "console_error", { ...page, text: "boom" }),
    event(4, "monitor_screenshot", { png }, { target_id: "t1" }),
    event(1_000, "monitor_screenshot", { png }, { target_id: "t1" }),
    event(1_001, "monitor_screenshot", { png }, { target_id: "other" }),
  );
  const source = start();
  await waitUntil("all pictures are there", () => pictures.length === 4);
  expect(pictures.map(({ reason, url }) => [reason, url])).toEqual([
    ["navigation", "https://shop.test/cart?token=[redacted]"],
    ["error", "https://shop.test/cart?token=[redacted]"],
    ["change", "https://shop.test/cart?token=[redacted]"],
    ["change", ""],
  ]);
  expect(Buffer.from(pictures[0]?.png ?? []).toString()).toBe("a picture");
  expect(pictures[0]).toMatchObject({ sessionId: "s1", atMs: telemetryStartMs + 20 });
  expect(source.ring.lines().map(({ text }) => text)).not.toContainEqual(expect.stringContaining(png));
});
