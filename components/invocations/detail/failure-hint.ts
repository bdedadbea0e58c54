import { isInterruption } from "@/lib/insight/interruption";

/** What to do next about a failed invocation, by its reason; undefined where the reason says it all. */
export function failureHint(reason: string): string | undefined {
  if (isInterruption(reason)) return "The service stopped while this invocation ran. Run it again.";
  // The end of its browser explains the error that follows it.
  switch (browserEnd.exec(reason)?.[1]) {
    case "crashed":
      return "The browser crashed. Open it and read the end of its log.";
    case "reached its time-out":
      return "The browser timed out before the action ended. Raise the browser's timeout, or find the slow step in the log.";
    case "was deleted":
      return "The browser was ended while the action ran. The timeline shows who ended it, if it was done here.";
  }
  if (/\bcancell?ed\b/i.test(reason))
    return "The invocation was cancelled. The timeline shows who cancelled it, if it was done here.";
  if (/\btime limit\b|^no result within \d+ s\b/i.test(reason))
    return "The invocation timed out. Compare its duration with the usual one before you run it again.";
  if (/\b(?:time-?out|timed out)\b/i.test(reason))
    return "A step timed out. Read the log lines before it, then open the browser.";
  return undefined;
}

/** How our own service begins a reason when the invocation lost a browser. */
const browserEnd = /^browser session \S+ (crashed|reached its time-out|was deleted)\b/;
