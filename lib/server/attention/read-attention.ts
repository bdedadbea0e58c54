// The items that need an operator's attention, computed once for many operators.
import "server-only";
import type { Attention, AttentionCheck } from "../../bff/attention.ts";
import { systemClock } from "../../clock.ts";
import { attentionOf } from "../../insight/attention.ts";
import { database } from "../db/database.ts";
import { perProcess } from "../kernel/per-process.ts";
import { SharedAnswer } from "../kernel/shared-answer.ts";
import { readLeaderState } from "../recorder/read-recorder.ts";
import { invocationsViewed, poolsViewed } from "../recorder/start-recorder.ts";
import { flushAnswers } from "../upstream/answer-events.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { readAlertDetails } from "./attention-alerts.ts";
import { readCauseDetails } from "./attention-causes.ts";
import { readFleetLists, readPoolDetails, readProxyDetails } from "./attention-fleet.ts";
import { readInvocationDetails } from "./attention-invocations.ts";

/** Reports that someone views the items, which makes the polls they are computed from fast. */
export function attentionViewed(): void {
  poolsViewed();
  invocationsViewed();
}

async function compute(): Promise<Attention> {
  const db = database();
  // Earlier answers are written meanwhile; what the lists say themselves is used as read, and written later.
  const [lists] = await Promise.all([readFleetLists(), flushAnswers()]);
  const nowMs = Date.now();
  const health = upstreamHealth();
  const [invocations, pools, proxies, recorder, alerts] = await Promise.all([
    readInvocationDetails(db, systemClock),
    readPoolDetails(db, lists, nowMs),
    readProxyDetails(db, lists, nowMs),
    readLeaderState(db),
    readAlertDetails(db, { nowMs, health }),
  ]);
  // A single failure is no outage: the list that was just requested must be missing, too.
  const unanswered = lists.pools.items === undefined || lists.pools.stale !== undefined;
  const api = {
    failing: health.state === "failing" && unanswered,
    code: health.code ?? null,
    lastAnswerAtMs: health.last_answer_at_ms ?? null,
  };
  const checks: AttentionCheck[] = [
    {
      subject: "api",
      state: health.state === "unknown" ? "not_checked" : "checked",
      examined: null,
      at_ms: api.failing ? (health.last_failure_at_ms ?? null) : api.lastAnswerAtMs,
      why: null,
    },
    { subject: "recorder", state: "checked", examined: null, at_ms: nowMs, why: null },
    ...invocations.checks,
    pools.check,
    proxies.check,
    alerts.check,
  ];
  const found = {
    ...invocations.details,
    nowMs,
    api,
    recorder,
    pools: pools.details,
    proxies: proxies.details,
    alerts: alerts.details,
  };
  const entries = attentionOf({ ...found, ...(await readCauseDetails(db, found)) });
  return {
    computed_at_ms: nowMs,
    from_ms: invocations.details.fromMs,
    open: invocations.open,
    entries,
    checks,
  };
}

// Acts may end what needs attention: an alert is muted, a browser ended.
const shared = perProcess("attention", () => new SharedAnswer(compute, ["reads", "acts"], systemClock));

/** The items that need attention, as a viewer may get them; `viewer`: the id of the sign-in. */
export const readAttention = (viewer: string): Promise<Attention> => shared().read(viewer);
