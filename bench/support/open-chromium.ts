import { type Browser, chromium } from "@playwright/test";
import { chromiumCandidates } from "../../scripts/find-chromium.mjs";

/** The system's Chromium without a window, as the tests start it. */
export function openChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || chromiumCandidates({ env: process.env })[0];
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--js-flags=--expose-gc"],
  });
}
