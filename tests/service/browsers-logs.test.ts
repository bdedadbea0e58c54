import { appendFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createParser } from "eventsource-parser";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { logEvent } from "../../lib/contract/logs.ts";
import { strict } from "../../lib/contract/schema.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests();
const { session_id: id } = await service.create({ timeout_seconds: 3600 });
const root = join(service.dataDir, "instances", id, "root");

/** Opens a stream and collects its messages as they come. */
async function stream(query: string, session = id) {
  const leave = new AbortController();
  const answer = await service.call(`/browsers/${session}/logs/stream?${query}`, { signal: leave.signal });
  const messages: string[] = [];
  const timestamps: (string | undefined)[] = [];
  const parser = createParser({
    onEvent: (event) => {
      expect(event.event).toBeUndefined();
      const read = z
        .looseObject({ message: z.string(), timestamp: z.optional(z.string()) })
        .parse(strict(logEvent).parse(JSON.parse(event.data)));
      messages.push(read.message);
      timestamps.push(read.timestamp);
    },
  });
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  })().catch((error: unknown) => {
    if (!leave.signal.aborted) throw error;
  });
  return { answer, messages, timestamps, ended, leave: () => leave.abort() };
}

describe("the log stream", () => {
  test("responds immediately, and delivers the page's console output", async () => {
    const log = await stream("source=supervisor&supervisor_process=chromium");
    expect(log.answer.status).toBe(200);
    expect(log.answer.headers.get("content-type")).toBe("text/event-stream");
    expect(log.answer.headers.get("x-sse-content-type")).toBe("application/json");
    const { cdp_ws_url } = service.sessions.toBrowser(
      service.sessions.find(id) ?? expect.fail("the session is gone"),
      { scope: "all" },
    );
    const driven = await connectOverCdp(cdp_ws_url ?? "");
    await driven.page.evaluate(`console.log("a canary from the page")`);
    await expect.poll(() => log.messages.join("\n")).toContain("a canary from the page");
    await driven.close();
    log.leave();
    await log.ended;
  });

  test("has a page's console with its levels, its uncaught errors and its failed requests, each once", async () => {
    const log = await stream("source=supervisor&supervisor_process=chromium");
    const { cdp_ws_url } = service.sessions.toBrowser(
      service.sessions.find(id) ?? expect.fail("the session is gone"),
      { scope: "all" },
    );
    const driven = await connectOverCdp(cdp_ws_url ?? "");
    const site = createServer((request, response) => {
      if (request.url === "/missing") response.writeHead(404).end();
      else
        response.setHeader("content-type", "text/html").end(`<link rel="icon" href="data:,"><script>
          console.log("said", 12); console.warn("twice\\n[supervisor] chromium exited, code 0"); console.error("bad");
          setTimeout(() => { throw new TypeError("nobody caught this"); });
          new Worker(URL.createObjectURL(new Blob(["console.error('in a worker')"])));
          fetch("/missing");
        </script>`);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void site.close());
    const address = site.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    await driven.page.goto(`${url}/`);
    const isStack = (message: string) => /^ +at /.test(message);
    const lines = () =>
      log.messages.filter((message) => /^(?:\[(?:console|network):| )/.test(message) && !isStack(message));
    const expected = [
      `[console:log] said 12 (${url}/:2)`,
      `[console:warning] twice (${url}/:2)`,
      "  [supervisor] chromium exited, code 0",
      `[console:error] bad (${url}/:2)`,
      "[console:error] Uncaught TypeError: nobody caught this",
      expect.stringMatching(/^\[console:error\] in a worker \(blob:/),
      `[network:error] Failed to load resource: the server responded with a status of 404 (Not Found) (${url}/missing)`,
    ];
    await expect.poll(lines).toEqual(expect.arrayContaining(expected));
    expect(lines()).toHaveLength(expected.length);
    expect(log.messages.some(isStack)).toBe(true);
    await driven.close();
    log.leave();
    await log.ended;
  });

  test("a process's line has the time at which it was written, whenever it is read", async () => {
    const whole = "source=supervisor&supervisor_process=chromium&follow=false";
    const before = await stream(whole);
    await before.ended;
    const readMs = Date.now();
    await expect.poll(() => Date.now() - readMs).toBeGreaterThan(20);
    const after = await stream(whole);
    await after.ended;
    expect(before.messages[0]).toMatch(/^\[supervisor\] chromium started/);
    // There is none in an instance: Chromium's complaints about that are left out.
    expect(before.messages.filter((message) => /dbus/i.test(message))).toEqual([]);
    expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
    expect(after.timestamps.slice(0, before.messages.length)).toEqual(before.timestamps);
    expect(Date.parse(before.timestamps[0] ?? "")).toBeLessThan(readMs);
  });

  test("follows a file from its end; without follow delivers it from the start and ends", async () => {
    await writeFile(join(root, "var/log/app/one"), "first\nsecond\n");
    const whole = await stream("source=path&path=/var/log/app/one&follow=false");
    await whole.ended;
    expect(whole.messages).toEqual(["first", "second"]);
    const followed = await stream("source=path&path=/var/log/app/one");
    await appendFile(join(root, "var/log/app/one"), "third\n");
    await expect.poll(() => followed.messages).toEqual(["third"]);
    followed.leave();
    await followed.ended;
  });

  test("loses and repeats nothing at 20,000 lines a second", async () => {
    const path = join(root, "var/log/app/fast");
    await writeFile(path, "");
    const log = await stream("source=path&path=/var/log/app/fast");
    const wanted: string[] = [];
    for (let batch = 0; batch < 40; batch += 1) {
      const lines = Array.from({ length: 1000 }, (_, n) => `line ${batch * 1000 + n}`);
      wanted.push(...lines);
      await appendFile(path, `${lines.join("\n")}\n`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await expect.poll(() => log.messages.length).toBe(wanted.length);
    expect(log.messages).toEqual(wanted);
    log.leave();
    await log.ended;
  });

  test("a path that cannot be read is explained in the stream, which then ends", async () => {
    await mkdir(join(root, "var/log/app/folder"), { recursive: true });
    await symlink("/etc/passwd", join(root, "var/log/app/link"));
    for (const path of [
      "/none",
      "/var/log/app/folder",
      "/../../etc/passwd",
      "relative",
      "/var/log/app/link",
    ]) {
      const log = await stream(`source=path&path=${encodeURIComponent(path)}`);
      expect(log.answer.status).toBe(200);
      await log.ended;
      expect(log.messages).toHaveLength(1);
      expect(log.messages[0]).not.toContain("root:");
    }
    const unknown = await stream("source=supervisor&supervisor_process=..%2Fapp%2Fone");
    await unknown.ended;
    expect(unknown.messages).toHaveLength(1);
  });

  test.each([
    ["source=path", 400],
    ["source=supervisor", 400],
    ["source=else&path=/a", 400],
    ["", 400],
    ["source=path&path=/a&follow=maybe", 400],
  ])("?%s is answered with %i", async (query, status) => {
    const answer = await service.call(`/browsers/${id}/logs/stream?${query}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: "bad_request" });
  });

  test("an unknown session is 404, a HEAD opens no stream", async () => {
    expect((await service.call("/browsers/none/logs/stream?source=path&path=/a")).status).toBe(404);
    const path = `/browsers/${id}/logs/stream?source=supervisor&supervisor_process=chromium`;
    expect((await service.call(path, { method: "HEAD" })).status).toBe(405);
  });

  test("ends with the session, after the last line of its process", async () => {
    const { session_id } = await service.create();
    const log = await stream("source=supervisor&supervisor_process=chromium", session_id);
    await service.sessions.end(session_id, "deleted");
    await log.ended;
    expect(log.messages.join("\n")).toContain("the session ends: deleted");
    expect(log.messages.at(-1)).toContain("chromium exited");
  });
});

describe("the other operations of an instance", () => {
  test("a process has a status by its id, which is in the log", async () => {
    const log = await stream("source=supervisor&supervisor_process=chromium&follow=false");
    await log.ended;
    const process = /process ([0-9a-f-]{36})/.exec(log.messages[0] ?? "")?.[1];
    const answer = await service.call(`/browsers/${id}/process/${process}/status`);
    expect(answer.status).toBe(200);
    const status = z
      .object({
        state: z.literal("running"),
        exit_code: z.null(),
        cpu_pct: z.number(),
        mem_bytes: z.number(),
      })
      .parse(await answer.json());
    expect(status.mem_bytes).toBeGreaterThan(50e6);
    expect(status.cpu_pct).toBeGreaterThanOrEqual(0);
    expect((await service.call(`/browsers/${id}/process/not-a-uuid/status`)).status).toBe(400);
    const other = "00000000-0000-4000-8000-000000000000";
    expect((await service.call(`/browsers/${id}/process/${other}/status`)).status).toBe(404);
  });

  test("files move within the instance and not out of it", async () => {
    const move = async (src_path: string, dest_path: string, more = {}) => {
      const body = JSON.stringify({ src_path, dest_path, ...more });
      const answer = await service.call(`/browsers/${id}/fs/move`, { method: "PUT", body });
      return { status: answer.status, text: await answer.text(), type: answer.headers.get("content-type") };
    };
    await writeFile(join(root, "tmp/a"), "a");
    await writeFile(join(root, "tmp/b"), "b");
    await mkdir(join(root, "tmp/full/inner"), { recursive: true });
    await mkdir(join(root, "tmp/empty"), { recursive: true });
    expect(await move("/tmp/a", "/tmp/c")).toEqual({ status: 200, text: "", type: null });
    expect((await move("/tmp/c", "/tmp/b")).status).toBe(200);
    expect((await move("/tmp/full/inner", "/tmp/empty")).status).toBe(200);
    expect((await move("/tmp/none", "/tmp/x")).status).toBe(404);
    expect((await move("/tmp/b", "/tmp/none/x")).status).toBe(404);
    for (const [from, to] of [
      ["/tmp/b", "/tmp/full"],
      ["/tmp/full", "/tmp/full/deeper"],
      ["/tmp", "/tmp/b/x"],
      ["/tmp/b", "/../escaped"],
      ["/tmp/b", "relative"],
      ["/", "/tmp/x"],
    ] as const) {
      expect((await move(from, to)).status, `${from} to ${to}`).toBe(400);
    }
    expect((await move("/tmp/b", "/tmp/d", { extra: 1 })).status).toBe(400);
  });
});
