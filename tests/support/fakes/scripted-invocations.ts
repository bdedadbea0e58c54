// Deterministic invocations by number, so that expected results can be computed.

const apps = ["storefront", "crawler"] as const;
const actions = ["buy", "search", "login", "scrape", "report"] as const;

/** Every application with each of its actions. */
export const actionsOfScript = apps.flatMap((app) => actions.map((action) => [app, action] as const));

export interface Script {
  count: number;
  /** Start of the first invocation, epoch milliseconds, and the period over which all start. */
  fromMs: number;
  spanMs: number;
}

/** The ended invocation of a number: twelve versions, 4 % failed, durations from 50 ms to 50 s. */
export function scriptedInvocation(at: number, { count, fromMs, spanMs }: Script) {
  const startedMs = fromMs + Math.floor((at / count) * spanMs);
  const odd = (at * 2_654_435_761) % 4_294_967_296;
  const failed = odd % 25 === 0;
  const lastedMs = Math.floor(50 * 10 ** ((odd % 3000) / 1000));
  return {
    id: `inv_${at.toString(36).padStart(8, "0")}`,
    app_name: odd % 3 === 0 ? "storefront" : "crawler",
    action_name: actions[odd % actions.length] ?? "buy",
    version: `v${1 + (Math.floor((at / count) * 12) % 12)}`,
    status: failed ? "failed" : "succeeded",
    started_at: new Date(startedMs).toISOString(),
    finished_at: new Date(startedMs + lastedMs).toISOString(),
    status_reason: failed ? `Timeout ${odd % 9000}ms exceeded at https://shop.example/${odd}` : null,
    payload: JSON.stringify({ at, term: `term ${odd % 1000}`, note: "x".repeat(60) }),
    output: JSON.stringify({ ok: !failed, rows: odd % 50 }),
  };
}
export type ScriptedInvocation = ReturnType<typeof scriptedInvocation>;

/** Duration of a scripted invocation, in milliseconds. */
export const lastedMs = (invocation: ScriptedInvocation): number =>
  Date.parse(invocation.finished_at) - Date.parse(invocation.started_at);
