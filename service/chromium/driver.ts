// The only importer of the automation library. Connects to a session as any client would.
import { type Browser, chromium, type Page } from "playwright-core";

export type { Page };

export interface DrivenBrowser {
  browser: Browser;
  /** The session's first page. */
  page: Page;
  /** Disconnects; the browser and its pages stay open. */
  close: () => Promise<void>;
}

/** Connects to a session by its `cdp_ws_url`. */
export async function connectOverCdp(url: string): Promise<DrivenBrowser> {
  const browser = await chromium.connectOverCDP(url, { timeout: 30_000 });
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = context.pages()[0] ?? (await context.newPage());
  return { browser, page, close: () => browser.close() };
}
