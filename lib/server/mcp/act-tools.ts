// What changes the fleet. Each is audited under the name of the token, like the same act of a person.
import * as z from "zod/mini";
import { ownOperations } from "../../bff/operations/operations.ts";
import { operations } from "../../contract/operations/operations.ts";
import { poolFillRate, poolSize } from "../../contract/pools.ts";
import { Problem } from "../kernel/problem.ts";
import { actInput, defineTool, id } from "./tool.ts";

const { updateInvocation, deleteBrowser, checkProxy, flushPool, updatePool } = operations;
const { closeAlert: close, setFailureGroup } = ownOperations;

const example = '"reason":"stuck since 12:10","idempotency_key":"0b7f5b1e-6a3c-4a58-9a11-3f1f0f6f2c11"}';
const done = { done: true };

export const cancelInvocation = defineTool({
  name: "cancel_invocation",
  title: "Cancel an invocation",
  description: `Ends an invocation that is queued or running as failed, and destroys its browsers. Example: {"invocation_id":"inv_123",${example}`,
  needs: [updateInvocation],
  input: z.object({ invocation_id: id, ...actInput }),
  async run({ invocation_id, ...act }, { call }) {
    const { id: ended, status } = await call(
      updateInvocation,
      { params: { id: invocation_id }, body: { status: "failed" } },
      act,
    );
    return { id: ended, status };
  },
});

export const endBrowser = defineTool({
  name: "end_browser",
  title: "End a browser",
  description: `Ends a browser session; whatever uses it fails. Example: {"browser":"session_123",${example}`,
  needs: [deleteBrowser],
  input: z.object({ browser: id, ...actInput }),
  async run({ browser, ...act }, { call }) {
    await call(deleteBrowser, { params: { id: browser } }, act);
    return done;
  },
});

export const checkProxyNow = defineTool({
  name: "check_proxy",
  title: "Check a proxy",
  description: `Checks a proxy now and returns it with the result. Example: {"proxy_id":"proxy_123",${example}`,
  needs: [checkProxy],
  input: z.object({ proxy_id: id, ...actInput }),
  run: async ({ proxy_id, ...act }, { call }) => await call(checkProxy, { params: { id: proxy_id } }, act),
});

export const flushPoolNow = defineTool({
  name: "flush_pool",
  title: "Flush a pool",
  description: `Replaces the idle browsers of a pool, given by id or name; acquired ones stay. Until new ones have started, fewer are available. Example: {"pool":"checkout",${example}`,
  needs: [flushPool],
  input: z.object({ pool: id, ...actInput }),
  async run({ pool, ...act }, { call }) {
    await call(flushPool, { params: { id_or_name: pool } }, act);
    return done;
  },
});

export const changePool = defineTool({
  name: "change_pool",
  title: "Change a pool's size or fill rate",
  description: `Sets the size of a pool, given by id or name, or its fill rate in percent of the size per minute, and nothing else of it; \`remedies\` of the tool pools says what would help. Of a smaller pool idle browsers end. Example: {"pool":"checkout","size":5,${example}`,
  needs: [updatePool],
  input: z.object({
    pool: id,
    size: z.optional(z.int().check(z.minimum(poolSize.min), z.maximum(poolSize.max))),
    fill_rate_per_minute: z.optional(z.int().check(z.minimum(poolFillRate.min), z.maximum(poolFillRate.max))),
    ...actInput,
  }),
  async run({ pool, size, fill_rate_per_minute: rate, ...act }, { call }) {
    if (size === undefined && rate === undefined)
      throw new Problem(400, "bad_arguments", "Give size or fill_rate_per_minute.");
    const body = {
      ...(size !== undefined && { size }),
      ...(rate !== undefined && { fill_rate_per_minute: rate }),
    };
    const changed = await call(updatePool, { params: { id_or_name: pool }, body }, act);
    const { browser_pool_config: config = {} } = changed;
    return {
      id: changed.id,
      name: changed.name ?? null,
      available_count: changed.available_count,
      acquired_count: changed.acquired_count,
      size: config.size ?? null,
      fill_rate_per_minute: config.fill_rate_per_minute ?? null,
    };
  },
});

export const closeAlert = defineTool({
  name: "close_alert",
  title: "Close an alert",
  description: `Closes an open alert that no longer has data; the reason is its note. Example: {"alert_id":"0198…",${example}`,
  needs: [close],
  input: z.object({ alert_id: z.string().check(z.minLength(1), z.maxLength(64)), ...actInput }),
  async run({ alert_id, ...act }, { call }) {
    await call(close, { params: { id: alert_id }, body: { note: act.reason } }, act);
    return done;
  },
});

export const acknowledgeFailures = defineTool({
  name: "acknowledge_failures",
  title: "Acknowledge a group of failures",
  description: `Marks a group of failures as known, with the reason as its note; \`key\` is that of failure_groups. Example: {"key":"${"0".repeat(32)}",${example}`,
  needs: [setFailureGroup],
  input: z.object({
    key: z
      .string()
      .check(z.regex(/^[0-9a-f]{32}$/, "must be a `key` of failure_groups: 32 hexadecimal digits")),
    ...actInput,
  }),
  async run({ key, ...act }, { call }) {
    const body = { state: "acknowledged", note: act.reason } as const;
    await call(setFailureGroup, { params: { key }, body }, act);
    return done;
  },
});
