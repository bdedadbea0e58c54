// The page in which a pane is measured: feeds the pane, scrolls it and times the frames meanwhile.
import "@/app/globals.css";
import type { BenchPage, Contender, FindTimes, FrameTimes } from "./contender.ts";

const batchMs = 100;
const fillBatch = 5_000;
const fillTimeoutMs = 45_000;
const drawTimeoutMs = 30_000;
const found = document.getElementById("host");
if (found === null) throw new Error("The page has no host.");
const host = found;

/** A line as a busy crawler writes it: one in twenty is JSON, one in fifty has a level, one in five has colours. */
function textOf(number: number): string {
  if (number % 20 === 0)
    return `{"level":"info","worker":${number % 16},"url":"https://example.com/items/${number}","ms":${number % 900}}`;
  if (number % 50 === 7)
    return `2026-11-21 03:08:59.120 ERROR worker ${number % 16} lost its proxy at step ${number}`;
  if (number % 5 === 1)
    return `\u001b[32mok\u001b[0m worker ${number % 16} read item ${number} in ${number % 900} ms`;
  return `worker ${number % 16} opened https://example.com/items/${number}?page=${number % 40} after ${number % 900} ms`;
}

/** JSON array of `count` lines from `firstId` on, in the format of the live stream. */
function wireText(firstId: number, count: number, atMs: number): string {
  const lines = Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    at: new Date(atMs + index).toISOString(),
    text: textOf(firstId + index),
  }));
  return JSON.stringify(lines);
}

let pane: Contender | undefined;
let sent = 0;
let chars = 0;
let lastText = "";
let linesPerBatch = 0;
let batches: string[] = [];
let finding: Promise<FindTimes> | undefined;
let stopMeter: (() => FrameTimes) | undefined;

function thePane(): Contender {
  if (pane === undefined) throw new Error("No pane is mounted.");
  return pane;
}

function take(json: string): void {
  const lines: { id: number; at: string; text: string }[] = JSON.parse(json);
  for (const { text } of lines) chars += text.length;
  sent += lines.length;
  lastText = lines.at(-1)?.text ?? lastText;
  thePane().take(lines);
}

/** Resolves when the newest line is in the page, compared without its escape sequences. */
async function lastDrawn(): Promise<void> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences that a pane removes
  const shownText = lastText.replace(/\u001b\[\d*m/g, "");
  const startMs = performance.now();
  while (!host.textContent.includes(shownText)) {
    if (performance.now() - startMs > drawTimeoutMs) throw new Error("The last line was not drawn.");
    await nextFrame();
  }
}

async function send(): Promise<void> {
  const startMs = performance.now();
  for (const [index, batch] of batches.entries()) {
    take(batch);
    const waitMs = startMs + (index + 1) * batchMs - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
  }
  await lastDrawn();
}

const page: BenchPage = {
  async mount(name) {
    if (name === "ours") pane = (await import("./our-pane.tsx")).mountOurPane(host);
    else pane = (await import("./baseline-pane.tsx")).mountBaselinePane(host);
    await nextFrame();
  },
  async fill(lines) {
    const startMs = performance.now();
    for (let left = lines; left > 0; left -= fillBatch) {
      if (performance.now() - startMs > fillTimeoutMs)
        throw new Error(`It took ${lines - left} of ${lines} lines in ${fillTimeoutMs / 1000} s.`);
      take(wireText(sent + 1, Math.min(left, fillBatch), Date.now()));
      await nextFrame();
    }
    await lastDrawn();
  },
  prepare(linesPerSecond, ms) {
    linesPerBatch = Math.round((linesPerSecond * batchMs) / 1000);
    batches = Array.from({ length: Math.round(ms / batchMs) }, (_, index) =>
      wireText(sent + 1 + index * linesPerBatch, linesPerBatch, Date.now()),
    );
  },
  send,
  async follow() {
    await nextFrame();
    const end = meterFrames();
    const startMs = performance.now();
    await send();
    const tookMs = performance.now() - startMs;
    return { ...end(), linesPerSecond: (linesPerBatch * batches.length * 1000) / tookMs };
  },
  async drag(frames) {
    const scroller = thePane().scroller();
    const scrollablePx = scroller.scrollHeight - scroller.clientHeight;
    const end = meterFrames();
    for (let frame = 1; frame <= frames; frame += 1) {
      scroller.scrollTop = scrollablePx * Math.abs(1 - (2 * frame) / frames);
      await nextFrame();
    }
    return end();
  },
  startMeter() {
    stopMeter = meterFrames();
  },
  endMeter() {
    if (stopMeter === undefined) throw new Error("No frames are being measured.");
    return stopMeter();
  },
  openFind: () => thePane().openFind(),
  awaitMatch() {
    finding = new Promise((resolve) => {
      const begin = () => {
        const startMs = performance.now();
        const end = meterFrames();
        const check = () => {
          if (thePane().matches() === 0) return void requestAnimationFrame(check);
          resolve({ firstMs: performance.now() - startMs, ...end() });
        };
        requestAnimationFrame(check);
      };
      document.addEventListener("input", begin, { once: true, capture: true });
    });
  },
  found() {
    if (finding === undefined) throw new Error("No search has been started.");
    return finding;
  },
  chars: () => chars,
  lastText: () => lastText,
};
window.bench = page;

/** Measures frame times from now until the returned function is called. */
function meterFrames(): () => FrameTimes {
  const times: number[] = [];
  let last = performance.now();
  let handle = requestAnimationFrame(function frame() {
    // Not the callback's timestamp: for a frame delayed by work that is the time at which it was due.
    const now = performance.now();
    times.push(now - last);
    last = now;
    handle = requestAnimationFrame(frame);
  });
  return () => {
    cancelAnimationFrame(handle);
    times.push(performance.now() - last);
    const sorted = times.toSorted((one, other) => one - other);
    return {
      frames: sorted.length,
      p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      longestMs: sorted.at(-1) ?? 0,
    };
  };
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
