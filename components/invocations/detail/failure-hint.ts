import { isInterruption } from "@/lib/insight/interruption";

/** What to do next about a failed invocation, by its reason; undefined where the reason says it all. */
export function failureHint(reason: string): string | undefined {
  if (isInterruption(reason)) return "The service stopped while this ran. Run it again.";
  if (/\bcancell?ed\b/i.test(reason))
    return "It did not fail by itself. The timeline shows who cancelled it, if that was done here.";
  if (/\btime limit\b/i.test(reason))
    return "It used up its time. Compare its duration with the usual one before you run it again.";
  if (/\b(?:timeout|timed out)\b/i.test(reason))
    return "A step waited for something that did not come. Read the lines before it, then open its browser.";
  return undefined;
}
