import { type Browser, chromium } from "@playwright/test";
import { chosenChromium } from "../../scripts/find-chromium.mjs";

/** Starts the system's Chromium headless, with the garbage collector exposed. */
export function openChromium(): Promise<Browser> {
  const executablePath = chosenChromium({ env: process.env });
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--js-flags=--expose-gc"],
  });
}
