// What the pages of a browser context write to their consoles that no page should.
import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** The browser notes every failed answer in the console; tests of failures expect those, no other error. */
const isFailedAnswer = (message: ConsoleMessage) => message.text().startsWith("Failed to load resource");

/** Errors and uncaught exceptions of every page of the context, from now on. */
export function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("page", (page) => {
    page.on("console", (message) => {
      if (message.type() !== "error" || isFailedAnswer(message)) return;
      complaints.push(`console: ${message.text()} (${page.url()})`);
    });
    page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message} (${page.url()})`));
  });
  return complaints;
}
