import { isNodeLoss, isServiceStop } from "@/lib/insight/interruption";
import { failureHintTexts } from "./invocation-on-demand-messages.ts";

/**
 * What to do next about a failed invocation, by its reason; undefined where the reason says it all. `hasLog`: its log
 * has lines that can be read.
 */
export function failureHint(reason: string, hasLog: boolean): string | undefined {
  if (isServiceStop(reason)) return failureHintTexts.serviceStopped;
  if (isNodeLoss(reason)) return failureHintTexts.nodeLost;
  // The end of its browser explains the error that follows it.
  switch (browserEnd.exec(reason)?.[1]) {
    case "crashed":
      return failureHintTexts.browserCrashed;
    case "timed out":
    case "reached its time-out":
      return failureHintTexts.browserTimedOut(hasLog);
    case "was deleted":
      return failureHintTexts.browserEnded;
  }
  if (/\bcancell?ed\b/i.test(reason)) return failureHintTexts.invocationCancelled;
  if (/\btime limit\b|^no result within \d+ s\b/i.test(reason)) return failureHintTexts.invocationTimedOut;
  if (/\b(?:time-?out|timed out)\b/i.test(reason)) return failureHintTexts.stepTimedOut(hasLog);
  return undefined;
}

/** How our own service begins a reason when the invocation lost a browser; earlier versions wrote "reached its time-out". */
const browserEnd = /^browser session \S+ (crashed|timed out|reached its time-out|was deleted)\b/;
