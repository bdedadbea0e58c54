import { isInterruption } from "@/lib/insight/interruption";

/** What to do next about a failed invocation, by its reason; undefined where the reason says it all. */
export function failureHint(reason: string): string | undefined {
  if (isInterruption(reason)) return "The service stopped while this ran. Run it again.";
  // The end of its browser explains the error that follows it.
  switch (browserEnd.exec(reason)?.[1]) {
    case "crashed":
      return "Its browser crashed. Open the browser and read the end of its log.";
    case "reached its time-out":
      return "Its browser reached its time-out before the action ended. Give the browser a longer time-out, or find the slow step in the log.";
    case "was deleted":
      return "Its browser was ended while the action ran. The timeline shows who ended it, if that was done here.";
  }
  if (/\bcancell?ed\b/i.test(reason))
    return "It did not fail by itself. The timeline shows who cancelled it, if that was done here.";
  if (/\btime limit\b|^no result within \d+ s\b/i.test(reason))
    return "It used up its time. Compare its duration with the usual one before you run it again.";
  if (/\b(?:time-?out|timed out)\b/i.test(reason))
    return "A step waited for something that did not come. Read the lines before it, then open its browser.";
  return undefined;
}

/** How our own service begins a reason when the invocation lost a browser. */
const browserEnd = /^browser session \S+ (crashed|reached its time-out|was deleted)\b/;
