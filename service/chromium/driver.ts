// The only importer of the automation library. What drives a session goes through here, as any client would.
import { type Browser, chromium, type Page } from "playwright-core";

export type { Page };

export interface DrivenBrowser {
  browser: Browser;
  /** The session's first page. */
  page: Page;
  /** Lets go of the browser; it and its pages live on. */
  close: () => Promise<void>;
}

/** Connects to a session by its `cdp_ws_url`. */
export async function connectOverCdp(url: string): Promise<DrivenBrowser> {
  const browser = await chromium.connectOverCDP(url, { timeout: 30_000 });
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = context.pages()[0] ?? (await context.newPage());
  return { browser, page, close: () => browser.close() };
}
