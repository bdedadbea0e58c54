import { onTestFinished } from "vitest";
import { cdp } from "vitest/browser";

/** Until the end of the test: the medium of the page, and whether the system chooses its colours. */
export async function emulateMedia({
  media = "",
  forcedColors = "none",
}: {
  media?: "print" | "";
  forcedColors?: "active" | "none";
}): Promise<void> {
  const features = [{ name: "forced-colors", value: forcedColors }];
  await cdp().send("Emulation.setEmulatedMedia", { media, features });
  onTestFinished(async () => {
    await cdp().send("Emulation.setEmulatedMedia", { media: "", features: [] });
  });
}

/** Until the end of the test: a finger instead of a pointer. */
export async function emulateTouch(): Promise<void> {
  await cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "pointer", value: "coarse" }] });
  await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: true });
  onTestFinished(async () => {
    await cdp().send("Emulation.setEmulatedMedia", { features: [] });
    await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: false });
  });
}
