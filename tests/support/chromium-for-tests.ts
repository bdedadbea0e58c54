import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { afterAll } from "vitest";
import { findChromium } from "../../service/chromium/find-chromium.ts";

/** Starts the browser of operators for the tests of one file; closes it after them. */
export async function chromiumForTests(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium(process.env.CHROMIUM_PATH),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    ...options,
  });
  afterAll(() => browser.close());
  return browser;
}
