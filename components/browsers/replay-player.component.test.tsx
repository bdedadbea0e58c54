import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { ReplayPlayer } from "./replay-player.tsx";

const lengthSeconds = 60;

/** A recording of silence: the browser loads and seeks it as it does a video. */
function silence(): string {
  const rate = 8_000;
  const header = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) => {
    for (const [index, char] of [...text].entries()) header.setUint8(at + index, char.charCodeAt(0));
  };
  const bytes = rate * lengthSeconds;
  write(0, "RIFF");
  header.setUint32(4, 36 + bytes, true);
  write(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  write(36, "data");
  header.setUint32(40, bytes, true);
  const url = URL.createObjectURL(new Blob([header, new Uint8Array(bytes).fill(128)], { type: "audio/wav" }));
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

/** From here on no seek of this video ends: it stands at the place it was sent to, and says nothing more. */
function seeksForEver(video: HTMLVideoElement): void {
  let seconds = video.currentTime;
  Object.defineProperty(video, "currentTime", {
    get: () => seconds,
    set: (next: number) => {
      seconds = next;
    },
  });
}

test("keys that come while a seek is under way are all obeyed, each from where the one before it led", async () => {
  const screen = await renderView(
    <ReplayPlayer url={silence()} title="Recording" startedAtMs={1_700_000_000_000} />,
  );
  const place = screen.getByRole("slider", { name: "Place in the recording" });
  await expect.element(place).toBeEnabled();
  const video = screen.container.querySelector("video");
  if (video === null) throw new Error("there is no video");
  seeksForEver(video);
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
