import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { LogPane } from "@/components/log-pane/log-pane";
import { Button } from "@/components/ui/button";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedLogFeed } from "@/tests/support/component/scripted-log-feed";
import { silentVideo } from "@/tests/support/component/silent-video";
import { SessionTimeProvider, useSessionTime } from "../list/session-time.tsx";
import { ProcessNotes } from "../processes/process-notes.tsx";
import { ReplayPlayer } from "./replay-player.tsx";

const lengthSeconds = 60;

/** Simulates a seek of this video that never finishes and fires no further event. */
function stallSeeking(video: HTMLVideoElement): void {
  let seconds = video.currentTime;
  Object.defineProperty(video, "currentTime", {
    get: () => seconds,
    set: (next: number) => {
      seconds = next;
    },
  });
}

test("keys pressed during a seek all apply, each relative to the one before", async () => {
  const screen = await renderView(
    <ReplayPlayer url={silentVideo(lengthSeconds)} title="Recording" startedAtMs={1_700_000_000_000} />,
  );
  const place = screen.getByRole("slider", { name: "Position in the recording" });
  await expect.element(place).toBeEnabled();
  const video = screen.container.querySelector("video");
  if (video === null) throw new Error("no video");
  stallSeeking(video);
  const press = async (keys: string) => {
    await userEvent.keyboard(keys);
    return video.currentTime;
  };
  place.element().focus();
  expect(await press("{End}")).toBe(lengthSeconds);
  expect(await press("{Home}")).toBe(0);
  const once = await press("{ArrowRight}");
  expect(once).toBeGreaterThan(0);
  expect(await press("{ArrowRight}")).toBeGreaterThan(once);
  expect(await press("{Home}")).toBe(0);
  await expect.element(place).toHaveValue("0");
});

/** A log whose lines are `tick 1.`, `tick 2.` and so on, at the session's time. */
function LockedLog({ feed }: { feed: ScriptedLogFeed }) {
  const lock = useSessionTime();
  const [timeLock] = useState({ lock, skewMs: 0 });
  return (
    <div style={{ height: 400, display: "flex" }}>
      <LogPane
        ofId="browser-1"
        title="ticks"
        feed={feed}
        formatTime={(ms) => new Date(ms).toISOString()}
        timeLock={timeLock}
      />
    </div>
  );
}

test("the log follows the video, and the video follows the log", async () => {
  const feed = new ScriptedLogFeed();
  const screen = await renderView(
    <SessionTimeProvider>
      <ReplayPlayer url={silentVideo(lengthSeconds)} title="Recording" startedAtMs={feed.atMs(0)} />
      <LockedLog feed={feed} />
    </SessionTimeProvider>,
    { at: "/?lock=on" },
  );
  feed.become("open");
  feed.say(Array.from({ length: 1_000 }, (_, index) => `tick ${index + 1}.`));
  const log = screen.getByRole("log");
  const place = screen.getByRole("slider", { name: "Position in the recording" });
  await expect.element(log).toMatchTextContent("tick 1000.");
  await expect.element(screen.getByRole("switch", { name: /^Logs follow/ })).toBeChecked();
  await expect.element(place).toBeEnabled();
  const video = screen.container.querySelector("video");
  place.element().focus();
  await userEvent.keyboard("{End}");
  // Before it has arrived, the way back would be no change of its place.
  await expect.poll(() => video?.currentTime).toBeGreaterThan(9);
  await userEvent.keyboard("{Home}");
  await expect.element(log).toMatchTextContent("tick 1.");
  await expect.element(log).not.toMatchTextContent("tick 1000.");
  await log.wheel({ delta: { y: 100_000 } });
  await expect.element(log).toMatchTextContent("tick 1000.");
  // The last tick is ten seconds after the start of the recording.
  await expect.poll(() => video?.currentTime).toBeGreaterThan(9);
});

test("keys play, pause, step by frame and change the speed", async () => {
  const screen = await renderView(
    <ReplayPlayer url={silentVideo(lengthSeconds)} title="Recording" startedAtMs={1_700_000_000_000} />,
  );
  const place = screen.getByRole("slider", { name: "Position in the recording" });
  await expect.element(place).toBeEnabled();
  const seconds = () => screen.container.querySelector("video")?.currentTime ?? Number.NaN;
  await screen.getByRole("button", { name: "Play (k)" }).click();
  await expect.poll(seconds).toBeGreaterThan(0.2);
  await userEvent.keyboard("k");
  await expect.element(screen.getByRole("button", { name: "Play (k)" })).toBeVisible();
  const stood = seconds();
  await userEvent.keyboard(",");
  await expect.poll(seconds).toBeLessThan(stood);
  await userEvent.keyboard(">");
  await expect.element(screen.getByRole("combobox", { name: "Speed" })).toHaveTextContent("1.5×");
  place.element().focus();
  await userEvent.keyboard("{Home}");
  await expect.element(screen.getByRole("time")).toHaveTextContent("2023-11-14 22:13:20.000 UTC");
});

const startedAtMs = Date.UTC(2026, 1, 1, 10, 0, 0);

/** A process that ended 42 seconds after a recording began; a click jumps to its end. */
function EndedProcess({ url }: { url: string }) {
  const [watching, setWatching] = useState(false);
  const process = { name: "crawler", processId: "one", exitedAtMs: startedAtMs + 42_000, signal: undefined };
  const notes = { history: undefined, recordedAtMs: undefined, error: undefined, ended: false };
  return (
    <SessionTimeProvider>
      <ProcessNotes process={process} {...notes} />
      <Button onClick={() => setWatching(true)}>Watch</Button>
      {watching ? <ReplayPlayer url={url} title="Recording" startedAtMs={startedAtMs} /> : null}
    </SessionTimeProvider>
  );
}

test("jumping to the end of a process works in a recording that is opened afterwards", async () => {
  const screen = await renderView(<EndedProcess url={silentVideo(lengthSeconds)} />);
  await screen.getByRole("button", { name: "Show in log" }).click();
  await screen.getByRole("button", { name: "Watch" }).click();
  await expect.poll(() => screen.container.querySelector("video")?.currentTime).toBe(42);
  await expect.element(screen.getByRole("time")).toMatchTextContent("10:00:42.000 UTC");
});
