// Sessions and what is inside them through the published clients.
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect, newest, publishedClients } from "../support/programs/published-clients.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests();

describe.each(publishedClients)("client $version", (sdk) => {
  const { connect, Kernel } = sdk;
  const client = () => connect({ baseURL: service.url, apiKey: service.bearer });
  let id = "";
  beforeAll(async () => {
    id = (await client().browsers.create({ headless: true, timeout_seconds: 600 })).session_id;
  });
  afterAll(async () => {
    await client().browsers.deleteByID(id);
  });

  test("sessions are created, listed and deleted", async () => {
    const { browsers } = client();
    const made = await browsers.create({
      headless: false,
      stealth: true,
      kiosk_mode: true,
      timeout_seconds: 120,
      viewport: { width: 1024, height: 768, refresh_rate: 25 },
    });
    expect(made).toMatchObject({
      headless: false,
      stealth: true,
      kiosk_mode: true,
      timeout_seconds: 120,
      viewport: { width: 1024, height: 768 },
    });
    expect(made.cdp_ws_url).toMatch(/^ws:\/\/.+\/browser\/cdp\?jwt=/);
    expect(made.browser_live_view_url).toMatch(/\/browser\/remote\?jwt=/);
    expect(await browsers.retrieve(made.session_id)).toMatchObject({ session_id: made.session_id });
    const ids = async (status: "active" | "deleted" | "all") =>
      (await collect(browsers.list({ status }))).map((each) => each.session_id);
    expect(await ids("active")).toContain(made.session_id);

    expect(await browsers.deleteByID(made.session_id)).toBeNull();
    await expect(browsers.retrieve(made.session_id)).rejects.toBeInstanceOf(Kernel.NotFoundError);
    await expect(browsers.deleteByID(made.session_id)).rejects.toBeInstanceOf(Kernel.NotFoundError);
    const gone = await browsers.retrieve(made.session_id, { include_deleted: true });
    expect(Date.parse(gone.deleted_at ?? "")).not.toBeNaN();
    expect(await ids("active")).not.toContain(made.session_id);
    expect(await ids("deleted")).toContain(made.session_id);
    await expect(browsers.create({ timeout_seconds: 5 })).rejects.toBeInstanceOf(Kernel.BadRequestError);
  });

  test("logs: the history ends by itself, and reports a missing log", async () => {
    const { logs } = client().browsers;
    const lines: string[] = [];
    for await (const item of await logs.stream(id, {
      source: "supervisor",
      supervisor_process: "chromium",
      follow: false,
    })) {
      expect(item.event).toBe("log");
      expect(Date.parse(item.timestamp)).not.toBeNaN();
      lines.push(item.message);
    }
    expect(lines.join("\n")).toContain("[supervisor] chromium started");
    const explained: string[] = [];
    for await (const item of await logs.stream(id, { source: "path", path: "/nothing/here" })) {
      explained.push(item.message);
    }
    expect(explained).toHaveLength(1);
    await expect(logs.stream(id, { source: "path" })).rejects.toBeInstanceOf(Kernel.BadRequestError);
    await expect(
      logs.stream("nothing", { source: "supervisor", supervisor_process: "chromium" }),
    ).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("logs: a quiet stream opens immediately, outlasts the client's timeout, and ends on abort", async () => {
    const file = join(service.dataDir, "instances", id, "root/var/log/app/quiet");
    await writeFile(file, "");
    const timeout = 1500;
    // Retried when the machine stalls that long: what opens only with its first line never opens here.
    const slowClient = connect({ baseURL: service.url, apiKey: service.bearer, timeout, maxRetries: 3 });
    const stream = await slowClient.browsers.logs.stream(id, { source: "path", path: "/var/log/app/quiet" });
    const openedMs = Date.now();
    // The first line comes after the time within which an answer must have begun.
    const late = setTimeout(() => void appendFile(file, "at last\n"), timeout + 300);
    for await (const item of stream) {
      expect(item.message).toBe("at last");
      break;
    }
    clearTimeout(late);
    expect(Date.now() - openedMs).toBeGreaterThan(timeout);
    expect(stream.controller.signal.aborted).toBe(true);
  });

  test("a live session is resized; an old client finds it by its persistence id", async () => {
    const { browsers } = client();
    const changed = await browsers.update(id, { viewport: { width: 1024, height: 768 } });
    expect(changed.viewport).toMatchObject({ width: 1024, height: 768 });
    await expect(browsers.update(id, { proxy_id: "none" })).rejects.toBeInstanceOf(Kernel.NotFoundError);
    if (!("delete" in browsers)) return;
    const { session_id } = await browsers.create({ headless: true, persistence: { id: "of-the-client" } });
    expect(await browsers.delete({ persistent_id: "of-the-client" })).toBeNull();
    await expect(browsers.retrieve(session_id)).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test.runIf(sdk === newest)("sessions have a name, tags and a first address", async () => {
    const { browsers } = newest.connect({ baseURL: service.url, apiKey: service.bearer });
    const tags = { team: "web", env: "test" };
    const made = await browsers.create({
      headless: true,
      timeout_seconds: 600,
      name: "checkout by hand",
      tags,
      start_url: "data:text/html,<title>first</title>",
    });
    expect(made).toMatchObject({
      name: "checkout by hand",
      tags,
      start_url: expect.stringMatching(/^data:/),
    });
    await expect
      .poll(() => service.sessions.living(made.session_id).pages.open.map(({ url }) => url))
      .toEqual([made.start_url]);
    const found = async (filter: Parameters<typeof browsers.list>[0]) =>
      (await collect(browsers.list(filter))).map((each) => each.session_id);
    expect(await found({ tags: { env: "test", team: "web" } })).toEqual([made.session_id]);
    expect(await found({ tags: { env: "test", team: "other" } })).toEqual([]);
    expect(await found({ query: "CHECKOUT" })).toEqual([made.session_id]);
    expect(await browsers.retrieve("checkout by hand")).toMatchObject({ session_id: made.session_id });

    const taken = browsers.create({ headless: true, name: "checkout by hand" });
    await expect(taken).rejects.toBeInstanceOf(Kernel.ConflictError);
    await expect(browsers.update(id, { name: "checkout by hand" })).rejects.toBeInstanceOf(
      Kernel.ConflictError,
    );
    await expect(browsers.create({ name: "a/b" })).rejects.toBeInstanceOf(Kernel.BadRequestError);
    await expect(browsers.create({ start_url: "javascript:1" })).rejects.toBeInstanceOf(
      Kernel.BadRequestError,
    );

    const renamed = await browsers.update("checkout by hand", { name: "renamed", tags: { team: "shop" } });
    expect(renamed).toMatchObject({ session_id: made.session_id, name: "renamed", tags: { team: "shop" } });
    const cleared = await browsers.update("renamed", { name: "", tags: {} });
    expect(cleared).not.toHaveProperty("name");
    expect(cleared).not.toHaveProperty("tags");
    await browsers.update(made.session_id, { name: "renamed" });
    await browsers.deleteByID("renamed");
    await expect(browsers.retrieve("renamed")).rejects.toBeInstanceOf(Kernel.NotFoundError);
    const ended = await browsers.retrieve("renamed", { include_deleted: true });
    expect(ended.session_id).toBe(made.session_id);
    // The name is free again.
    const next = await browsers.create({ headless: true, name: "renamed" });
    await browsers.deleteByID(next.session_id);
  });

  test("every method assigned to this file was called successfully", () => expectCovered("browsers", sdk));
});
