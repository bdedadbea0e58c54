import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { afterAll } from "vitest";
import { pageLaunch } from "./launch-options.ts";

/** Starts the browser of operators for the tests of one file; closes it after them. */
export async function chromiumForTests(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({ ...pageLaunch, ...options });
  afterAll(() => browser.close());
  return browser;
}
