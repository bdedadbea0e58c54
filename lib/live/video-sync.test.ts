import { describe, expect, it } from "vitest";
import { createTimeLock } from "./time-lock.ts";
import { type SyncedVideo, syncVideo } from "./video-sync.ts";

const startedAtMs = 1_700_000_000_000;

/** A video element as far as its events go: what it does at once it says only when the page comes to it. */
class FakeVideo extends EventTarget implements SyncedVideo {
  duration = 60;
  readyState = 1;
  paused = false;
  #seconds = 0;
  #seeking = false;
  #unsaid: string[] = [];
  get currentTime() {
    return this.#seconds;
  }
  set currentTime(seconds: number) {
    this.#seconds = seconds;
    this.#seeking = true;
    this.#unsaid.push("seeking");
  }
  play() {
    if (!this.paused) return;
    this.paused = false;
    this.#unsaid.push("play");
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.#unsaid.push("pause");
  }
  playOn(seconds: number) {
    this.#seconds += seconds;
    this.say("timeupdate");
  }
  sayAll() {
    for (const name of this.#unsaid.splice(0)) this.say(name);
  }
  /** However many seeks were asked for, the last one ends, and only that. */
  landed() {
    this.sayAll();
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
  const heard: number[] = [];
  const outside: (number | undefined)[] = [];
  const clock = { nowMs: 0 };
  lock.join(log, (atMs) => heard.push(atMs === undefined ? Number.NaN : atMs - startedAtMs));
  const start = () =>
    syncVideo({ video, lock, startedAtMs, now: () => clock.nowMs, onOutside: (atMs) => outside.push(atMs) });
  const moveLog = (seconds: number) => lock.move(log, startedAtMs + seconds * 1000);
  return { lock, log, video, heard, outside, clock, start, moveLog };
}

describe("a video and the logs beside it", () => {
  it("leads while it plays, at most four times a second, and where it is paused", () => {
    const { video, heard, clock, start } = stage();
    start();
    for (let step = 0; step < 20; step += 1) {
      clock.nowMs += 50;
      video.playOn(0.05);
    }
    expect(heard).toHaveLength(4);
    video.playOn(0.01);
    video.pause();
    video.sayAll();
    expect(heard.at(-1)).toBeCloseTo(1010, 0);
  });

  it("follows the log within its span, stands still there, and does not lead it back", () => {
    const { video, heard, start, moveLog, outside } = stage();
    start();
    moveLog(12.5);
    video.landed();
    expect(video.currentTime).toBe(12.5);
    expect(video.paused).toBe(true);
    expect(heard).toEqual([]);
    moveLog(61);
    expect(video.currentTime).toBe(12.5);
    expect(outside.at(-1)).toBe(startedAtMs + 61_000);
  });

  it("stands still where the log is moved outside of its span, and does not pull it back", () => {
    const { video, heard, start, moveLog, outside } = stage();
    start();
    moveLog(61);
    video.landed();
    video.playOn(0);
    expect(video.paused).toBe(true);
    expect(heard).toEqual([]);
    expect(outside).toEqual([startedAtMs + 61_000]);
  });

  it("stands still when the log goes back to what happens now, and does not pull it back", () => {
    const { lock, log, video, heard, start } = stage();
    start();
    video.playOn(1);
    lock.release(log);
    video.landed();
    video.playOn(0);
    expect(video.paused).toBe(true);
    expect(heard).toEqual([1000]);
  });

  it("leads again after it has followed: by its own seek, also before it has arrived, and by playing", () => {
    const { video, heard, clock, start, moveLog } = stage();
    const { lead } = start();
    const seek = (seconds: number) => {
      lead();
      video.currentTime = seconds;
    };
    moveLog(12.5);
    video.landed();
    clock.nowMs += 1000;
    seek(30);
    video.landed();
    expect(heard.at(-1)).toBe(30_000);

    moveLog(12.5);
    seek(0);
    video.landed();
    expect(heard.at(-1)).toBe(0);

    moveLog(12.5);
    video.play();
    video.landed();
    clock.nowMs += 1000;
    video.playOn(1);
    expect(heard.at(-1)).toBe(13_500);
  });

  it("does not lead by having been about to play when the log was moved", () => {
    const { video, heard, clock, start, moveLog } = stage();
    start();
    video.pause();
    video.sayAll();
    clock.nowMs += 1000;
    heard.length = 0;
    video.play();
    moveLog(12.5);
    video.landed();
    expect(heard).toEqual([]);
  });

  it("goes where the others are once it knows its length, and leaves when told", () => {
    const { video, start, moveLog } = stage();
    video.readyState = 0;
    moveLog(7);
    const { leave } = start();
    expect(video.currentTime).toBe(0);
    video.readyState = 1;
    video.say("loadedmetadata");
    expect(video.currentTime).toBe(7);
    video.landed();
    leave();
    moveLog(9);
    expect(video.currentTime).toBe(7);
  });
});
