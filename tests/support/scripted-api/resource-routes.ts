import { operations } from "../../../lib/contract/operations/operations.ts";
import type { Pool } from "../../../lib/contract/pools.ts";
import { type Implementation, implement, page } from "../../../service/http/route.ts";
import { conflict, notFound } from "../../../service/kernel/problem.ts";
import type { ScriptedRecords } from "./scripted-records.ts";

const matches = (text: string | undefined, ...values: readonly (string | null | undefined)[]) =>
  text === undefined || values.some((value) => value?.includes(text));

/** The record of that id or name. */
function searchText<Item extends { id: string; name?: string | null | undefined }>(
  items: ReadonlyMap<string, Item>,
  idOrName: string,
  what: string,
): Item {
  const found = items.get(idOrName) ?? [...items.values()].find(({ name }) => name === idOrName);
  if (found === undefined) throw notFound(`${what} ${idOrName}`);
  return found;
}

/** Operations of pools, proxies and profiles over the records. */
export function resourceRoutes(records: ScriptedRecords): Implementation[] {
  const { pools, proxies, profiles } = records;
  const change = (pool: Pool, by: Partial<Pool>): Pool => {
    const next = { ...pool, ...by };
    pools.set(pool.id, next);
    return next;
  };
  return [
    implement(operations.listPools, async ({ query }) => {
      const items = [...pools.values()].filter(({ id, name }) => matches(query.query, id, name)).reverse();
      return { status: 200, ...page(items, query, "whole") };
    }),
    implement(operations.retrievePool, async ({ params }) => ({
      status: 200,
      body: searchText(pools, params.id_or_name, "the pool"),
    })),
    implement(operations.createPool, async ({ body }) => {
      const { name = null, telemetry: _, ...config } = body;
      if ([...pools.values()].some((pool) => name !== null && pool.name === name))
        throw conflict(`a pool named ${name} already exists`);
      const made = records.pool({ name, available_count: 0, browser_pool_config: config });
      return { status: 201, body: made };
    }),
    implement(operations.updatePool, async ({ params, body }) => {
      const pool = searchText(pools, params.id_or_name, "the pool");
      const { name = pool.name, discard_all_idle: _, telemetry: __, ...config } = body;
      const changed = { name, browser_pool_config: { ...pool.browser_pool_config, ...config } };
      return { status: 200, body: change(pool, changed) };
    }),
    implement(operations.deletePool, async ({ params }) => {
      pools.delete(searchText(pools, params.id_or_name, "the pool").id);
      return { status: 204 };
    }),
    implement(operations.acquireBrowser, async ({ params }) => {
      const pool = searchText(pools, params.id_or_name, "the pool");
      if (pool.available_count === 0) return { status: 204 };
      change(pool, { available_count: pool.available_count - 1, acquired_count: pool.acquired_count + 1 });
      const next = records.idle.get(pool.id)?.shift();
      const browser = next === undefined ? undefined : records.browsers.get(next);
      return { status: 200, body: browser ?? records.browser({ pool: { id: pool.id } }) };
    }),
    implement(operations.releaseBrowser, async ({ params, body }) => {
      const pool = searchText(pools, params.id_or_name, "the pool");
      if (!records.browsers.has(body.session_id)) throw notFound(`the browser session ${body.session_id}`);
      if (pool.acquired_count === 0) throw conflict("no browser of this pool is acquired");
      // Idle ones are not listed.
      records.browsers.delete(body.session_id);
      change(pool, { available_count: pool.available_count + 1, acquired_count: pool.acquired_count - 1 });
      return { status: 204 };
    }),
    implement(operations.flushPool, async ({ params }) => {
      change(searchText(pools, params.id_or_name, "the pool"), { available_count: 0 });
      return { status: 204 };
    }),
    implement(operations.listProxies, async ({ query }) => {
      const items = [...proxies.values()].filter(({ id, name }) => matches(query.query, id, name)).reverse();
      return { status: 200, ...page(items, query, "whole") };
    }),
    implement(operations.retrieveProxy, async ({ params }) => ({
      status: 200,
      body: searchText(proxies, params.id, "the proxy"),
    })),
    implement(operations.createProxy, async ({ body }) => {
      const { config: { password, ...config } = {}, ...given } = body;
      const shown = { ...config, ...(password === undefined ? {} : { has_password: true }) };
      return { status: 201, body: records.proxy({ ...given, config: shown }) };
    }),
    implement(operations.updateProxy, async ({ params, body }) => {
      const renamed = { ...searchText(proxies, params.id, "the proxy"), name: body.name };
      proxies.set(renamed.id, renamed);
      return { status: 200, body: renamed };
    }),
    implement(operations.deleteProxy, async ({ params }) => {
      proxies.delete(searchText(proxies, params.id, "the proxy").id);
      return { status: 204 };
    }),
    implement(operations.checkProxy, async ({ params }) => {
      const proxy = searchText(proxies, params.id, "the proxy");
      const found = await records.checks.get(proxy.id)?.();
      const checked = {
        ...proxy,
        status: "available" as const,
        last_checked: new Date().toISOString(),
        ...found,
      };
      proxies.set(proxy.id, checked);
      return { status: 200, body: checked };
    }),
    implement(operations.listProfiles, async ({ query }) => {
      const items = [...profiles.values()].filter(({ id, name }) => matches(query.query, id, name)).reverse();
      return { status: 200, ...page(items, query) };
    }),
    implement(operations.retrieveProfile, async ({ params }) => ({
      status: 200,
      body: searchText(profiles, params.id_or_name, "the profile"),
    })),
    implement(operations.createProfile, async ({ body }) => {
      const name = body?.name ?? null;
      if ([...profiles.values()].some((profile) => name !== null && profile.name === name))
        throw conflict(`a profile named ${name} already exists`);
      return { status: 201, body: records.profile({ name }) };
    }),
    implement(operations.updateProfile, async ({ params, body }) => {
      const renamed = { ...searchText(profiles, params.id_or_name, "the profile"), name: body.name };
      profiles.set(renamed.id, renamed);
      return { status: 200, body: renamed };
    }),
    implement(operations.deleteProfile, async ({ params }) => {
      profiles.delete(searchText(profiles, params.id_or_name, "the profile").id);
      return { status: 204 };
    }),
    implement(operations.downloadProfile, async ({ params, reply }) => {
      const { id } = searchText(profiles, params.id_or_name, "the profile");
      const bytes = records.profileBytes.get(id);
      if (bytes === undefined) return { status: 202 };
      reply
        .type("application/octet-stream")
        .header("content-length", bytes.byteLength)
        .send(Buffer.from(bytes));
      return undefined;
    }),
    implement(operations.listExtensions, async () => ({ status: 200, body: [] })),
  ];
}
