// What needs an operator now, for everyone who asks: worked out once for all who look within a few seconds.
import "server-only";
import type { Attention, AttentionCheck } from "../../bff/attention.ts";
import { attentionOf } from "../../insight/attention.ts";
import { paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { database } from "../store/database.ts";
import { upstreamHealth } from "../upstream/health.ts";
import { readAlertFacts } from "./attention-alerts.ts";
import { readFleetLists, readPoolFacts, readProxyFacts } from "./attention-fleet.ts";
import { readRunFacts } from "./attention-runs.ts";
import { settleObservations } from "./observe.ts";
import { readOwnState } from "./read-recorder.ts";
import { poolsWatched, runsWatched } from "./watch-room.ts";

async function compute(): Promise<Attention> {
  poolsWatched();
  runsWatched();
  const db = database();
  const lists = await readFleetLists();
  await settleObservations();
  const nowMs = Date.now();
  const health = upstreamHealth();
  const [runs, pools, proxies, recorder, alerts] = await Promise.all([
    readRunFacts(db, nowMs),
    readPoolFacts(db, lists, nowMs),
    readProxyFacts(db, lists, nowMs),
    readOwnState(db),
    readAlertFacts(db, { nowMs, health }),
  ]);
  // One failure among answers is not silence: the list that was just asked for must be missing, too.
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
    ...runs.checks,
    pools.check,
    proxies.check,
    alerts.check,
  ];
  const items = attentionOf({
    ...runs.facts,
    nowMs,
    api,
    recorder,
    pools: pools.facts,
    proxies: proxies.facts,
    alerts: alerts.facts,
  });
  return { computed_at_ms: nowMs, from_ms: runs.facts.fromMs, items, checks };
}

interface Shared {
  beganMs: number;
  answer: Promise<Attention>;
}
const shared = () => perProcess("attention", (): { last?: Shared } => ({}));

/** What needs an operator, at most two seconds old. */
export function readAttention(): Promise<Attention> {
  const kept = shared();
  const nowMs = performance.now();
  if (kept.last !== undefined && nowMs - kept.last.beganMs < paces.attention.sharedForMs)
    return kept.last.answer;
  const last = { beganMs: nowMs, answer: compute() };
  kept.last = last;
  last.answer.catch(() => {
    if (kept.last === last) delete kept.last;
  });
  return last.answer;
}
