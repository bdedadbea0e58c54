// What the pages of a browser context write to their consoles that no page should.
import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** The browser notes every failed answer in the console; tests of failures expect those, no other error. */
const isFailedRequestMessage = (message: ConsoleMessage) =>
  message.text().startsWith("Failed to load resource");

/** Errors and uncaught exceptions of every page of the context, from now on. */
export function collectConsoleErrors(context: BrowserContext): string[] {
  const consoleErrors: string[] = [];
  context.on("page", (page) => {
    page.on("console", (message) => {
      if (message.type() !== "error" || isFailedRequestMessage(message)) return;
      consoleErrors.push(`console: ${message.text()} (${page.url()})`);
    });
    page.on("pageerror", (error) => consoleErrors.push(`uncaught: ${error.message} (${page.url()})`));
  });
  return consoleErrors;
}
