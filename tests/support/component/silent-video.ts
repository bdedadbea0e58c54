// A recording that a video element loads, plays and seeks as it does a video, without pictures: seconds of silence.
import { onTestFinished } from "vitest";

const rate = 8_000;

/** Its address until the test ends. */
export function silentVideo(seconds: number): string {
  const header = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) => {
    for (const [index, char] of [...text].entries()) header.setUint8(at + index, char.charCodeAt(0));
  };
  const bytes = rate * seconds;
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
