// The only importer of the automation library. Connects to a session as any client would.
import { type Browser, type ConnectOverCDPTransport, chromium, type Page } from "playwright-core";

export type { Page };

const connectTimeoutMs = 30_000;

export interface DrivenBrowser {
  browser: Browser;
  /** The session's first page. */
  page: Page;
  /** Disconnects; the browser and its pages stay open. */
  close: () => Promise<void>;
}

/** Connects to a session by its `cdp_ws_url`. */
export async function connectOverCdp(url: string): Promise<DrivenBrowser> {
  return await driven(await chromium.connectOverCDP(url, { timeout: connectTimeoutMs }));
}

/**
 * Connects over an open DevTools connection: `open` receives what to call with each message and at the end. Takes as long
 * as the browser does: the caller limits its own time.
 */
export async function connectOverMessages(
  open: (to: { receive: (message: string) => void; closed: () => void }) => {
    send: (message: string) => void;
    close: () => void;
  },
): Promise<DrivenBrowser> {
  const connection = open({
    receive: (message) => transport.onmessage?.(JSON.parse(message)),
    closed: () => transport.onclose?.(),
  });
  const transport: ConnectOverCDPTransport = {
    send: (message) => connection.send(JSON.stringify(message)),
    close: connection.close,
  };
  return await driven(await chromium.connectOverCDP(transport, { timeout: 0 }));
}

async function driven(browser: Browser): Promise<DrivenBrowser> {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = context.pages()[0] ?? (await context.newPage());
  return { browser, page, close: () => browser.close() };
}
