// What the list of problems is derived from, of a fleet without any.
import type { AttentionInput } from "../../../lib/insight/attention-input.ts";

export const now = Date.UTC(2026, 10, 21, 12, 2);
export const minute = 60_000;
export const hour = 60 * minute;
export const pay = { app_name: "shop", action_name: "pay" };
export const quietFleet: AttentionInput = {
  nowMs: now,
  fromMs: now - hour,
  api: { failing: false, code: null, lastAnswerAtMs: now },
  recorder: { status: "recording", since_ms: null, lists: [], duties: [] },
  hour: [],
  day: [],
  verdicts: [],
  spike: null,
  failures: [],
  inputs: [],
  open: [],
  openAtMs: now,
  usual: [],
  pools: [],
  proxies: [],
  proxyUses: [],
  stuckBrowsers: [],
  alerts: { open: [], complete: true },
};

/** An hour of a version of `pay`. */
export const version = (name: string, failed: number, finished: number) => ({
  ...pay,
  version: name,
  failed,
  finished,
});
