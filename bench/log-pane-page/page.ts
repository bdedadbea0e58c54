// The page that a pane is measured in: feeds it, moves it, and times the frames meanwhile.
import "@/app/globals.css";
import type { BenchPage, Contender, FindTimes, FrameTimes } from "./contender.ts";
import { meterFrames, nextFrame } from "./frame-meter.ts";
import { wireText } from "./wire.ts";

const batchMs = 100;
const fillBatch = 5_000;
const fillWithinMs = 45_000;
const drawnWithinMs = 30_000;
const found = document.getElementById("host");
if (found === null) throw new Error("The page has no host.");
const host = found;

let pane: Contender | undefined;
let sent = 0;
let chars = 0;
let lastText = "";
let perBatch = 0;
let batches: string[] = [];
let finding: Promise<FindTimes> | undefined;
let endWatch: (() => FrameTimes) | undefined;

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

/** Until the newest line is in the page; escapes are no text there. */
async function lastDrawn(): Promise<void> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a pane takes out
  const words = lastText.replace(/\u001b\[\d*m/g, "");
  const startMs = performance.now();
  while (!host.textContent.includes(words)) {
    if (performance.now() - startMs > drawnWithinMs) throw new Error("The last line was not drawn.");
    thePane().toEnd?.();
    await nextFrame();
  }
}

const page: BenchPage = {
  async mount(name) {
    if (name === "ours") pane = (await import("./our-pane.tsx")).mountOurPane(host);
    else if (name === "plain") pane = (await import("./plain-pane.tsx")).mountPlainPane(host);
    else pane = (await import("./peer-pane.tsx")).mountPeerPane(host);
    await nextFrame();
  },
  async fill(lines) {
    const startMs = performance.now();
    for (let left = lines; left > 0; left -= fillBatch) {
      if (performance.now() - startMs > fillWithinMs)
        throw new Error(`It took ${lines - left} of ${lines} lines in ${fillWithinMs / 1000} s.`);
      take(wireText(sent + 1, Math.min(left, fillBatch), Date.now()));
      await nextFrame();
    }
    await lastDrawn();
  },
  prepare(linesPerSecond, ms) {
    perBatch = Math.round((linesPerSecond * batchMs) / 1000);
    batches = Array.from({ length: Math.round(ms / batchMs) }, (_, index) =>
      wireText(sent + 1 + index * perBatch, perBatch, Date.now()),
    );
  },
  async follow() {
    await nextFrame();
    const end = meterFrames();
    const startMs = performance.now();
    for (const [index, batch] of batches.entries()) {
      take(batch);
      const waitMs = startMs + (index + 1) * batchMs - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
    }
    await lastDrawn();
    const tookMs = performance.now() - startMs;
    return { ...end(), linesPerSecond: (perBatch * batches.length * 1000) / tookMs };
  },
  async drag(frames) {
    const scroller = thePane().scroller();
    const roomPx = scroller.scrollHeight - scroller.clientHeight;
    const end = meterFrames();
    for (let frame = 1; frame <= frames; frame += 1) {
      scroller.scrollTop = roomPx * Math.abs(1 - (2 * frame) / frames);
      await nextFrame();
    }
    return end();
  },
  watch() {
    endWatch = meterFrames();
  },
  watched() {
    if (endWatch === undefined) throw new Error("Nothing was watched.");
    return endWatch();
  },
  openFind: () => thePane().openFind(),
  awaitMatch() {
    finding = new Promise((resolve) => {
      const begin = () => {
        const startMs = performance.now();
        const end = meterFrames();
        const look = () => {
          if (thePane().matches() === 0) return void requestAnimationFrame(look);
          resolve({ firstMs: performance.now() - startMs, ...end() });
        };
        requestAnimationFrame(look);
      };
      document.addEventListener("input", begin, { once: true, capture: true });
    });
  },
  found() {
    if (finding === undefined) throw new Error("Nothing is looked for.");
    return finding;
  },
  chars: () => chars,
  lastText: () => lastText,
};
window.bench = page;
