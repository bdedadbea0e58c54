// Proxies, profiles, pools and applications through the published clients.
import { describe, expect, test } from "vitest";
import { lightChromium } from "../support/programs/launch-options.ts";
import { collect, publishedClients } from "../support/programs/published-clients.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });

describe.each(publishedClients)("client $version", (sdk) => {
  const { version, connect, Kernel } = sdk;
  const client = () => connect({ baseURL: service.url, apiKey: service.bearer });

  test("proxies are created, listed, checked, deleted; passwords are never returned", async () => {
    const { proxies } = client();
    const made = await proxies.create({
      type: "custom",
      name: `of ${version}`,
      protocol: "http",
      config: { host: "127.0.0.1", port: 9, username: "ada", password: "lovelace" },
    });
    expect(made).toMatchObject({ type: "custom", config: { port: 9, username: "ada", has_password: true } });
    expect(JSON.stringify(made)).not.toContain("lovelace");
    const id = made.id ?? "";
    expect(await proxies.retrieve(id)).toMatchObject({ id, name: `of ${version}` });
    // Nothing listens on that port: a check that fails is an answer, not an error.
    const checked = await proxies.check(id);
    expect(checked.status).toBe("unavailable");
    expect(Date.parse(checked.last_checked ?? "")).not.toBeNaN();
    expect((await collect(proxies.list())).map((proxy) => proxy.id)).toContain(id);
    if ("update" in proxies) {
      expect(await proxies.update(id, { name: "renamed" })).toMatchObject({ id, name: "renamed" });
    }
    await proxies.delete(id);
    await expect(proxies.retrieve(id)).rejects.toBeInstanceOf(Kernel.NotFoundError);
    await expect(proxies.create({ type: "custom" })).rejects.toBeInstanceOf(Kernel.BadRequestError);
  });

  test("profiles: a saved state is downloaded as JSON, under any name", async () => {
    const kernel = client();
    const name = `ü & ${version} +`;
    const made = await kernel.profiles.create({ name });
    expect(made).toMatchObject({ name });
    await expect(kernel.profiles.create({ name })).rejects.toBeInstanceOf(Kernel.ConflictError);
    expect(await kernel.profiles.retrieve(name)).toMatchObject({ id: made.id });
    expect((await collect(kernel.profiles.list())).map((each) => each.name)).toContain(name);

    const empty = await kernel.profiles.download(name);
    expect(empty.status).toBe(202);
    expect(empty.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await empty.text()).toBe("");

    const session = await kernel.browsers.create({
      headless: true,
      profile: { name, save_changes: true },
      timeout_seconds: 300,
    });
    expect(session.profile).toMatchObject({ id: made.id, name });
    await kernel.browsers.deleteByID(session.session_id);
    const full = await kernel.profiles.download(made.id);
    expect(full.headers.get("content-type")).toBe("application/octet-stream");
    expect(JSON.parse(await full.text())).toMatchObject({ cookies: [], origins: [] });

    if ("update" in kernel.profiles) {
      await kernel.profiles.update(name, { name: `${name} renamed` });
      await kernel.profiles.update(`${name} renamed`, { name });
    }
    expect(await kernel.profiles.delete(name)).toBeNull();
    await expect(kernel.profiles.retrieve(made.id)).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("pools are filled, acquired from, released to, flushed, changed and deleted", async () => {
    const kernel = client();
    const name = `pool-${version}`;
    const pools = kernel.browserPools;
    const made = await pools.create({ size: 1, name, headless: true, fill_rate_per_minute: 25 });
    expect(made).toMatchObject({ name, browser_pool_config: { size: 1, headless: true, stealth: false } });
    await expect(pools.create({ size: 1, name })).rejects.toBeInstanceOf(Kernel.ConflictError);
    expect((await collect(pools.list())).map((pool) => pool.id)).toContain(made.id);

    const taken = await pools.acquire(name, { acquire_timeout_seconds: 120 });
    expect(taken).toMatchObject({ headless: true });
    expect(await pools.retrieve(name)).toMatchObject({ acquired_count: 1, available_count: 0 });
    // Nothing is left and nobody waits: 204, which clients hand out as null.
    expect(await pools.acquire(made.id, { acquire_timeout_seconds: 0 })).toBeNull();
    await expect(pools.delete(name)).rejects.toBeInstanceOf(Kernel.ConflictError);

    expect(await pools.release(name, { session_id: taken.session_id })).toBeNull();
    const again = await pools.acquire(name, { acquire_timeout_seconds: 120 });
    expect(again.session_id).toBe(taken.session_id);
    expect(again.cdp_ws_url).not.toBe(taken.cdp_ws_url);
    await pools.release(name, { session_id: again.session_id, reuse: false });
    await expect(pools.release(name, { session_id: again.session_id })).rejects.toBeInstanceOf(
      Kernel.NotFoundError,
    );
    expect(await pools.flush(name)).toBeNull();
    expect(await pools.update(name, { size: 2, discard_all_idle: true })).toMatchObject({
      browser_pool_config: { size: 2 },
    });
    expect(await pools.delete(name, { force: true })).toBeNull();
    await expect(pools.retrieve(name)).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("applications list every version with its actions", async () => {
    const { apps } = client();
    const found = await collect(apps.list({ app_name: "storefront" }));
    expect(found.map((app) => app.version).sort()).toEqual(["v1", "v2"]);
    expect(found[0]?.actions?.map((action) => action.name)).toContain("search");
    expect(await collect(apps.list({ app_name: "nothing" }))).toEqual([]);
  });

  test("every method assigned to this file was called successfully", () => expectCovered("fleet", sdk));
});
