import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { errorBody } from "../../lib/contract/error.ts";
import { extension } from "../../lib/contract/extensions.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import {
  boundary,
  extensionZip,
  markingExtension,
  multipartBody,
} from "../support/service/extension-archives.ts";
import { type FullService, startFullService } from "../support/service/full-service.ts";
import { zipOf } from "../support/zip.ts";

const site = await siteForTests();

/** What a page is marked with, and what its extension and its site kept from earlier looks. */
async function look(cdpUrl: string, path = "/look"): Promise<{ marks: string[]; cookie: string }> {
  const driven = await connectOverCdp(cdpUrl);
  try {
    await driven.page.goto(site.url + path);
    const marks = await driven.page.evaluate(() => Object.keys(document.documentElement.dataset).sort());
    return { marks, cookie: await driven.page.evaluate(() => document.cookie) };
  } finally {
    await driven.close();
  }
}

describe("stored extensions", () => {
  let service: FullService;
  beforeAll(async () => {
    service = await startFullService();
  });
  afterAll(async () => {
    await service.close();
    expect(service.faults).toEqual([]);
  });

  type Parts = Parameters<typeof multipartBody>[0];
  const post = (parts: Parts) =>
    service.call("/extensions", {
      method: "POST",
      body: new Uint8Array(multipartBody(parts)),
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    });
  async function store(zip: Buffer, name?: string) {
    const named: Parts = name === undefined ? [] : [["name", name]];
    const answer = await post([...named, ["file", zip]]);
    expect(answer.status).toBe(201);
    return extension.parse(await answer.json());
  }
  const uploads = () => readdir(join(service.dataDir, "uploads")).catch(() => []);
  const message = async (answer: Response) => errorBody.parse(await answer.json()).message;

  test("are stored, paged, described, downloaded unchanged, deleted; names are unique", async () => {
    const zip = markingExtension("a");
    const made = await store(zip, "marker");
    expect(made).toMatchObject({
      name: "marker",
      size_bytes: zip.length,
      checksum: createHash("sha256").update(zip).digest("hex"),
    });
    const nameless = await store(markingExtension("b"));
    expect(nameless.name ?? null).toBeNull();
    const again = await post([
      ["file", zip],
      ["name", "marker"],
    ]);
    expect([again.status, await message(again)]).toEqual([409, expect.stringContaining("marker")]);

    const listed = await service.call("/extensions");
    expect(z.array(extension).parse(await listed.json())).toEqual([nameless, made]);
    expect(listed.headers.get("x-has-more")).toBe("false");
    const page = await service.call("/extensions?limit=1&offset=1");
    expect(z.array(extension).parse(await page.json())).toEqual([made]);

    for (const key of [made.id, "marker"]) {
      const bytes = await service.call(`/extensions/${key}`);
      expect(bytes.headers.get("content-type")).toBe("application/octet-stream");
      expect(Buffer.from(await bytes.arrayBuffer()).equals(zip)).toBe(true);
      expect(await (await service.call(`/extensions/${key}/metadata`)).json()).toEqual(made);
    }
    for (const key of ["marker", nameless.id]) {
      expect((await service.call(`/extensions/${key}`, { method: "DELETE" })).status).toBe(204);
      expect((await service.call(`/extensions/${key}`)).status).toBe(404);
      expect((await service.call(`/extensions/${key}/metadata`)).status).toBe(404);
      expect((await service.call(`/extensions/${key}`, { method: "DELETE" })).status).toBe(404);
    }
    expect(await uploads()).toEqual([]);
    expect(await readdir(join(service.dataDir, "extensions"))).toEqual([]);
  });

  test("T33 T34 invalid extensions and uploads are refused and leave nothing", async () => {
    const good = markingExtension("x");
    const wrong: readonly (readonly [Parts, number, string])[] = [
      [[["name", "x"]], 400, "file: is missing"],
      [[["file", "text"]], 400, "must be a file"],
      [
        [
          ["file", good],
          ["file", good],
        ],
        400,
        "file: was sent twice",
      ],
      [
        [
          ["file", good],
          ["other", "1"],
        ],
        400,
        "is not a part of this upload",
      ],
      [
        [
          ["file", good],
          ["name", ".."],
        ],
        400,
        "must not be . or ..",
      ],
      [
        [
          ["file", good],
          ["name", "a b"],
        ],
        400,
        "name: 1 to 255 characters",
      ],
      [
        [
          ["file", good],
          ["name", "from_chrome_store"],
        ],
        400,
        "must not be from_chrome_store",
      ],
      [[["file", Buffer.from("PK")]], 400, "zip archive"],
      [[["file", zipOf([{ name: "content.js" }])]], 400, "no manifest.json"],
      [[["file", extensionZip("", {}, [{ name: "/etc/x" }])]], 400, "absolute"],
      [
        [
          ["file", good],
          ["name", "x"],
          ["more", "1"],
        ],
        413,
        "parts",
      ],
    ];
    for (const [parts, status, expectedText] of wrong) {
      const answer = await post(parts);
      expect([answer.status, await message(answer)]).toEqual([status, expect.stringContaining(expectedText)]);
    }
    expect(await (await service.call("/extensions")).json()).toEqual([]);
    expect(await uploads()).toEqual([]);
    expect(await readdir(join(service.dataDir, "extensions"))).toEqual([]);
  });

  test("are loaded into a new session, by id and by name, and stay after further uploads", async () => {
    const [one, two] = [await store(markingExtension("one")), await store(markingExtension("two"), "second")];
    const created = await service.create({ extensions: [{ id: one.id }, { name: "second" }] });
    expect((await look(created.cdp_ws_url)).marks).toEqual(["one", "two"]);
    const { last_used_at: used } = extension.parse(
      await (await service.call(`/extensions/${two.id}/metadata`)).json(),
    );
    expect(used).toBeTruthy();
    const answer = await service.call(`/browsers/${created.session_id}/extensions`, {
      method: "POST",
      body: new Uint8Array(
        multipartBody([
          ["extensions.name", "third"],
          ["extensions.zip_file", markingExtension("three")],
        ]),
      ),
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    });
    expect(answer.status).toBe(201);
    expect((await look(created.cdp_ws_url)).marks).toEqual(["one", "three", "two"]);

    // A browser that its client closes comes back with them.
    const session = service.sessions.find(created.session_id);
    const driven = await connectOverCdp(created.cdp_ws_url);
    const cdp = await driven.browser.newBrowserCDPSession();
    const closed = session?.chromium.process.exited;
    await cdp.send("Browser.close").catch(() => undefined);
    await closed;
    expect((await look(created.cdp_ws_url)).marks).toEqual(["one", "three", "two"]);
    await service.sessions.end(created.session_id, "deleted");
  });

  test("an unknown, repeated or refused one: no session, and the reason", async () => {
    const refused = await store(
      markingExtension("x", { content_scripts: [{ matches: ["nonsense"], js: ["content.js"] }] }),
      "bad",
    );
    const create = async (extensions: readonly object[]) => {
      const answer = await service.call("/browsers", {
        method: "POST",
        body: JSON.stringify({ extensions }),
      });
      return [answer.status, await message(answer)];
    };
    expect(await create([{ id: "nobody" }])).toEqual([
      404,
      "extensions[0]: the extension nobody was not found",
    ]);
    expect(await create([{ name: "bad" }, { id: refused.id }])).toEqual([
      400,
      expect.stringContaining("twice"),
    ]);
    expect(await create([{ id: refused.id, name: "bad" }])).toEqual([
      400,
      expect.stringContaining("exactly one"),
    ]);
    expect(await create([{}])).toEqual([400, expect.stringContaining("exactly one")]);
    expect(await create(Array.from({ length: 21 }, () => ({ name: "bad" })))).toEqual([
      400,
      expect.anything(),
    ]);
    expect(await create([{ name: "bad" }])).toEqual([
      400,
      expect.stringContaining("Missing scheme separator"),
    ]);
    await expect.poll(() => service.sessions.liveCount).toBe(0);
    expect(await readdir(join(service.dataDir, "instances"))).toEqual([]);
  });

  test("an address outside the Chrome Web Store is refused before any request", async () => {
    for (const url of [
      "http://127.0.0.1:1/detail/x",
      "https://chromewebstore.google.com.evil.test/detail/a",
      "file:///etc/passwd",
    ]) {
      const answer = await service.call(`/extensions/from_chrome_store?url=${encodeURIComponent(url)}`);
      expect([answer.status, await message(answer)]).toEqual([400, expect.stringContaining("query.url")]);
    }
    expect((await service.call("/extensions/from_chrome_store")).status).toBe(400);
    expect((await service.call("/extensions/from_chrome_store?url=x&os=beos")).status).toBe(400);
  });
});

describe("extensions of a pool", () => {
  const taken = z.looseObject({ ...browser.shape, cdp_ws_url: z.string() });
  let service: FullService;
  beforeAll(async () => {
    service = await startFullService();
  });
  afterAll(async () => {
    await service.close();
    expect(service.faults).toEqual([]);
  });

  async function stored(name: string, zip: Buffer): Promise<void> {
    const dir = join(service.dataDir, "uploads");
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, name), zip);
    await service.extensions.create(join(dir, name), name);
  }
  const acquire = async () => {
    const answer = await service.ask("POST", "/browser_pools/marked/acquire", {
      acquire_timeout_seconds: 3000,
    });
    expect(answer.status).toBe(200);
    return taken.parse(answer.json());
  };

  test("run for each holder, without data of an earlier one", async () => {
    const counting = `
      document.documentElement.dataset.pool = "yes";
      chrome.storage.local.get("seen").then(({ seen }) => {
        if (seen) document.documentElement.dataset.seenBefore = "yes";
        return chrome.storage.local.set({ seen: true });
      }).then(() => { document.documentElement.dataset.stored = "yes"; });`;
    await stored("counter", extensionZip(counting, { permissions: ["storage"] }));
    const unknown = await service.ask("POST", "/browser_pools", {
      size: 1,
      extensions: [{ name: "nobody" }],
    });
    expect(unknown.status).toBe(404);
    const made = await service.ask("POST", "/browser_pools", {
      name: "marked",
      size: 1,
      fill_rate_per_minute: 25,
      extensions: [{ name: "counter" }],
    });
    expect(made.status).toBe(201);

    const first = await acquire();
    await expect
      .poll(async () => (await look(first.cdp_ws_url, "/cookie")).marks)
      .toEqual(["pool", "seenBefore", "stored"]);
    expect((await look(first.cdp_ws_url)).cookie).toContain("long=1");
    const released = await service.ask("POST", "/browser_pools/marked/release", {
      session_id: first.session_id,
    });
    expect(released.status).toBe(204);

    const second = await acquire();
    expect(second.session_id).toBe(first.session_id);
    const driven = await connectOverCdp(second.cdp_ws_url);
    await driven.page.goto(`${site.url}/again`);
    await driven.page.waitForFunction(() => document.documentElement.dataset.stored);
    expect(
      await driven.page.evaluate(() => [
        document.documentElement.dataset.pool,
        document.documentElement.dataset.seenBefore,
        document.cookie,
      ]),
    ).toEqual(["yes", undefined, ""]);
    await driven.close();
    expect((await service.ask("DELETE", "/browser_pools/marked", { force: true })).status).toBe(204);
  });
});
