"use client";

import type { KeyboardEvent, RefObject } from "react";
import { speeds, type VideoAct } from "./replay-controls.tsx";
import { useFrameSeconds } from "./use-replay-video.ts";

const jumpSeconds = 5;
const acts: Readonly<Record<string, VideoAct>> = {
  " ": { kind: "toggle" },
  k: { kind: "toggle" },
  ArrowLeft: { kind: "move", seconds: -jumpSeconds },
  ArrowRight: { kind: "move", seconds: jumpSeconds },
  ",": { kind: "frame", by: -1 },
  ".": { kind: "frame", by: 1 },
  "<": { kind: "faster", by: -1 },
  ">": { kind: "faster", by: 1 },
  f: { kind: "fullscreen" },
};

/** Performs the commands of the controls and of the player's keys. `frame` is what fills the screen. */
export function useVideoActs({
  ref,
  frame,
  seek,
}: {
  ref: RefObject<HTMLVideoElement | null>;
  frame: RefObject<HTMLElement | null>;
  seek: (seconds: number) => void;
}) {
  const frameSeconds = useFrameSeconds(ref);
  const act = (command: VideoAct) => {
    const video = ref.current;
    if (video === null) return;
    switch (command.kind) {
      case "toggle":
        // If playback is blocked, the state shows it as paused.
        if (video.paused) void video.play().catch(() => undefined);
        else video.pause();
        return;
      case "seek":
        return seek(command.seconds);
      case "move":
        return seek(video.currentTime + command.seconds);
      case "frame":
        video.pause();
        return seek(video.currentTime + command.by * frameSeconds.current);
      case "speed":
        video.playbackRate = command.rate;
        return;
      case "faster":
        video.playbackRate =
          speeds[speeds.indexOf(nearest(video.playbackRate)) + command.by] ?? video.playbackRate;
        return;
      case "fullscreen":
        if (document.fullscreenElement === null)
          void frame.current?.requestFullscreen().catch(() => undefined);
        else void document.exitFullscreen();
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const command = acts[event.key];
    if (command === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ownsKey(event.target, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    act(command);
  };

  return { act, onKeyDown };
}

const nearest = (rate: number) => speeds.findLast((speed) => speed <= rate) ?? speeds[0];

/** Whether the focused control handles the key itself. */
function ownsKey(target: EventTarget, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLButtonElement) return key === " " || target.role === "combobox";
  return target instanceof HTMLInputElement && /^Arrow/.test(key);
}
