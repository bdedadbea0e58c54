import { describe, expect, it } from "vitest";
import { createTimeLock } from "@/lib/live/time-lock";
import { type SyncedVideo, syncVideo } from "./video-sync.ts";

const startedAtMs = 1_700_000_000_000;

/** A video element with asynchronous events. */
class FakeVideo extends EventTarget implements SyncedVideo {
  duration = 60;
  readyState = 1;
  paused = false;
  #seconds = 0;
  #seeking = false;
  #queuedEvents: string[] = [];
  get currentTime() {
    return this.#seconds;
  }
  set currentTime(seconds: number) {
    this.#seconds = seconds;
    this.#seeking = true;
    this.#queuedEvents.push("seeking");
  }
  play() {
    if (!this.paused) return;
    this.paused = false;
    this.#queuedEvents.push("play");
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.#queuedEvents.push("pause");
  }
  advancePlayback(seconds: number) {
    this.#seconds += seconds;
    this.say("timeupdate");
  }
  emitAll() {
    for (const name of this.#queuedEvents.splice(0)) this.say(name);
  }
  /** Only the last one of several pending seeks ends. */
  finishSeek() {
    this.emitAll();
    if (!this.#seeking) return;
    this.#seeking = false;
    this.say("timeupdate");
    this.say("seeked");
  }
  say(name: string) {
    this.dispatchEvent(new Event(name));
  }
}

function stage() {
  const lock = createTimeLock();
  const video = new FakeVideo();
  const log = {};
  const moves: number[] = [];
  const outside: (number | undefined)[] = [];
  const clock = { nowMs: 0 };
  lock.join(log, (atMs) => moves.push(atMs === undefined ? Number.NaN : atMs - startedAtMs));
  const start = () =>
    syncVideo({ video, lock, startedAtMs, now: () => clock.nowMs, onOutside: (atMs) => outside.push(atMs) });
  const seekLog = (seconds: number) => lock.move(log, startedAtMs + seconds * 1000);
  return { lock, log, video, moves, outside, clock, start, seekLog };
}

describe("syncVideo", () => {
  it("publishes its position while playing, at most four times a second, and when paused", () => {
    const { video, moves, clock, start } = stage();
    start();
    for (let step = 0; step < 20; step += 1) {
      clock.nowMs += 50;
      video.advancePlayback(0.05);
    }
    expect(moves).toHaveLength(4);
    video.advancePlayback(0.01);
    video.pause();
    video.emitAll();
    expect(moves.at(-1)).toBeCloseTo(1010, 0);
  });

  it("follows the log within its duration, pauses there, and does not move the log", () => {
    const { video, moves, start, seekLog, outside } = stage();
    start();
    seekLog(12.5);
    video.finishSeek();
    expect(video.currentTime).toBe(12.5);
    expect(video.paused).toBe(true);
    expect(moves).toEqual([]);
    seekLog(61);
    expect(video.currentTime).toBe(12.5);
    expect(outside.at(-1)).toBe(startedAtMs + 61_000);
  });

  it("pauses when the log moves outside its duration, and does not move the log", () => {
    const { video, moves, start, seekLog, outside } = stage();
    start();
    seekLog(61);
    video.finishSeek();
    video.advancePlayback(0);
    expect(video.paused).toBe(true);
    expect(moves).toEqual([]);
    expect(outside).toEqual([startedAtMs + 61_000]);
  });

  it("pauses when the log returns to live, and does not move the log", () => {
    const { lock, log, video, moves, start } = stage();
    start();
    video.advancePlayback(1);
    lock.release(log);
    video.finishSeek();
    video.advancePlayback(0);
    expect(video.paused).toBe(true);
    expect(moves).toEqual([1000]);
  });

  it("leads again after following: by its own seek, also before that ends, and by playing", () => {
    const { video, moves, clock, start, seekLog } = stage();
    const { lead } = start();
    const seek = (seconds: number) => {
      lead();
      video.currentTime = seconds;
    };
    seekLog(12.5);
    video.finishSeek();
    clock.nowMs += 1000;
    seek(30);
    video.finishSeek();
    expect(moves.at(-1)).toBe(30_000);

    seekLog(12.5);
    seek(0);
    video.finishSeek();
    expect(moves.at(-1)).toBe(0);

    seekLog(12.5);
    video.play();
    video.finishSeek();
    clock.nowMs += 1000;
    video.advancePlayback(1);
    expect(moves.at(-1)).toBe(13_500);
  });

  it("does not lead because of a pending play event when the log moves", () => {
    const { video, moves, clock, start, seekLog } = stage();
    start();
    video.pause();
    video.emitAll();
    clock.nowMs += 1000;
    moves.length = 0;
    video.play();
    seekLog(12.5);
    video.finishSeek();
    expect(moves).toEqual([]);
  });

  it("seeks to the others' time once its metadata is loaded, and stops following on leave()", () => {
    const { video, start, seekLog } = stage();
    video.readyState = 0;
    seekLog(7);
    const { leave } = start();
    expect(video.currentTime).toBe(0);
    video.readyState = 1;
    video.say("loadedmetadata");
    expect(video.currentTime).toBe(7);
    video.finishSeek();
    leave();
    seekLog(9);
    expect(video.currentTime).toBe(7);
  });
});
