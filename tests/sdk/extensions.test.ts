// Extensions through the published clients: into a running session, from memory and from streams, and stored ones.
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Client, collect, publishedClients } from "../support/programs/published-clients.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { markingExtension } from "../support/service/extension-archives.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests();
const site = await siteForTests();
const outside = await mkdtemp(join(tmpdir(), "fd-test-"));
afterAll(async () => {
  await rm(outside, { recursive: true, force: true });
});

const zipFile = (zip: Buffer, name = "extension.zip") => new File([new Uint8Array(zip)], name);

/** The marks that extensions leave in a page of the session. */
async function marksIn({ browsers }: Client, id: string): Promise<unknown> {
  const code = `await page.goto("${site.url}/"); return await page.evaluate(() => Object.keys(document.documentElement.dataset).sort());`;
  return (await browsers.playwright.execute(id, { code })).result;
}

describe.each(publishedClients)("client $version", (sdk) => {
  const { version, connect, Kernel } = sdk;
  const client = () => connect({ baseURL: service.url, apiKey: service.bearer });

  test("extensions uploaded from memory and from a stream run in the session's pages", async () => {
    const kernel = client();
    const { session_id: id } = await kernel.browsers.create({ headless: true, timeout_seconds: 600 });
    await writeFile(join(outside, "b.zip"), markingExtension("b"));
    const { response, data } = await kernel.browsers
      .loadExtensions(id, {
        extensions: [
          { name: "ext-a", zip_file: zipFile(markingExtension("a")) },
          { name: "ext-b", zip_file: createReadStream(join(outside, "b.zip")) },
        ],
      })
      .withResponse();
    expect([response.status, data, response.headers.get("content-type")]).toEqual([201, "", null]);
    for (const [name, zip] of [
      ["bad/name", markingExtension("x")],
      ["no-zip", Buffer.from("this is no archive")],
    ] as const) {
      await expect(
        kernel.browsers.loadExtensions(id, { extensions: [{ name, zip_file: zipFile(zip) }] }),
      ).rejects.toBeInstanceOf(Kernel.BadRequestError);
    }
    expect(await marksIn(kernel, id)).toEqual(["a", "b"]);
    await kernel.browsers.deleteByID(id);
  });

  test("stored extensions are listed, downloaded unchanged, used by new sessions, deleted", async () => {
    const kernel = client();
    const zip = markingExtension("stored");
    const name = `stored-${version}`;
    const stored = await kernel.extensions.upload({ file: zipFile(zip), name });
    expect(stored).toMatchObject({ name, size_bytes: zip.length });
    await expect(kernel.extensions.upload({ file: zipFile(zip), name })).rejects.toBeInstanceOf(
      Kernel.ConflictError,
    );
    expect((await collect(kernel.extensions.list())).map((each) => each.id)).toContain(stored.id);
    if ("get" in kernel.extensions)
      expect(await kernel.extensions.get(name)).toMatchObject({ id: stored.id });
    const down = await kernel.extensions.download(name);
    expect(down.headers.get("content-type")).toBe("application/octet-stream");
    expect(Buffer.from(await down.arrayBuffer()).equals(zip)).toBe(true);

    const { session_id: id } = await kernel.browsers.create({ headless: true, extensions: [{ name }] });
    expect(await marksIn(kernel, id)).toEqual(["stored"]);
    await kernel.browsers.deleteByID(id);
    expect(await kernel.extensions.delete(stored.id)).toBeNull();
    await expect(kernel.extensions.download(name)).rejects.toBeInstanceOf(Kernel.NotFoundError);
    await expect(
      kernel.extensions.downloadFromChromeStore({ url: "http://127.0.0.1/elsewhere" }),
    ).rejects.toBeInstanceOf(Kernel.BadRequestError);
  });

  test("every method assigned to this file was called successfully", () => expectCovered("extensions", sdk));
});
