// The files of a session through the published clients: uploads from memory and from streams, downloads, watches.
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lightChromium } from "../support/programs/launch-options.ts";
import { publishedClients } from "../support/programs/published-clients.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { zipOf } from "../support/zip.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const { session_id: id } = await service.create({ headless: true, timeout_seconds: 600 });
const outside = await mkdtemp(join(tmpdir(), "fd-test-"));
afterAll(async () => {
  await rm(outside, { recursive: true, force: true });
});

describe.each(publishedClients)("client $version", (sdk) => {
  const { version, connect, Kernel } = sdk;
  const files = () => connect({ baseURL: service.url, apiKey: service.bearer }).browsers.fs;
  const dir = `/tmp/of ${version}`;
  const read = async (path: string) => (await files().readFile(id, { path })).text();

  test("directories and files are created, written in every form, read, described, changed, deleted", async () => {
    const fs = files();
    await fs.createDirectory(id, { path: `${dir}/deep/er`, mode: "750" });
    await fs.writeFile(id, "text", { path: `${dir}/text` });
    await fs.writeFile(id, new Uint8Array([1, 2, 255]), { path: `${dir}/bytes`, mode: "600" });
    await fs.writeFile(id, new Blob(["blob"]), { path: `${dir}/made/by writing` });
    const bytes = await fs.readFile(id, { path: `${dir}/bytes` });
    expect(bytes.headers.get("content-type")).toBe("application/octet-stream");
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([1, 2, 255]);
    expect(await read(`${dir}/made/by writing`)).toBe("blob");
    const listed = await fs.listFiles(id, { path: dir });
    expect(listed.map(({ name, is_dir }) => [name, is_dir]).toSorted()).toEqual([
      ["bytes", false],
      ["deep", true],
      ["made", true],
      ["text", false],
    ]);
    await fs.setFilePermissions(id, { path: `${dir}/text`, mode: "640" });
    const info = await fs.fileInfo(id, { path: `${dir}/text` });
    expect(info).toMatchObject({ name: "text", path: `${dir}/text`, size_bytes: 4, is_dir: false });
    expect(info.mode).toContain("rw-r-----");
    expect(Date.parse(info.mod_time)).not.toBeNaN();
    await fs.move(id, { src_path: `${dir}/text`, dest_path: `${dir}/moved` });
    expect(await read(`${dir}/moved`)).toBe("text");
    await fs.deleteFile(id, { path: `${dir}/moved` });
    await fs.deleteDirectory(id, { path: `${dir}/deep` });
    await expect(fs.fileInfo(id, { path: `${dir}/moved` })).rejects.toBeInstanceOf(Kernel.NotFoundError);
    await expect(fs.readFile(id, { path: "/tmp/../../../etc/passwd" })).rejects.toBeInstanceOf(
      Kernel.APIError,
    );
  });

  test("a body that is too large gets its 413", async () => {
    const tooLarge = new Blob([new Uint8Array(101 * 1024 * 1024)]);
    const refused = { status: 413, message: expect.stringContaining("104857600 bytes") };
    await expect(files().writeFile(id, tooLarge, { path: `${dir}/large` })).rejects.toMatchObject(refused);
    const parts = [{ file: new File([tooLarge], "large"), dest_path: `${dir}/large` }];
    await expect(files().upload(id, { files: parts })).rejects.toMatchObject(refused);
  });

  test("uploads arrive whole, from memory, from streams and as zips", async () => {
    const fs = files();
    const large = Buffer.alloc(3_000_000, "0123456789");
    await writeFile(join(outside, "large"), large);
    await fs.upload(id, {
      files: [
        { dest_path: `${dir}/up/memory`, file: new File(["from memory"], "memory") },
        { dest_path: `${dir}/up/stream`, file: createReadStream(join(outside, "large")) },
      ],
    });
    // Clients without numbers in their part names send a stream when it is read: all the same it is the second.
    expect((await read(`${dir}/up/memory`)).slice(0, 11)).toBe("from memory");
    const back = await fs.readFile(id, { path: `${dir}/up/stream` });
    expect(Buffer.from(await back.arrayBuffer()).equals(large)).toBe(true);

    const zip = zipOf([
      { name: "a/b", content: "zipped" },
      { name: "c", content: "too" },
    ]);
    await fs.uploadZip(id, {
      dest_path: `${dir}/zip`,
      zip_file: new File([new Uint8Array(zip)], "some.zip"),
    });
    expect(await read(`${dir}/zip/a/b`)).toBe("zipped");
    const down = await fs.downloadDirZip(id, { path: `${dir}/zip` });
    expect(down.headers.get("content-type")).toBe("application/zip");
    const content = Buffer.from(await down.arrayBuffer());
    await fs.uploadZip(id, { dest_path: `${dir}/again`, zip_file: new File([content], "again.zip") });
    expect(await read(`${dir}/again/c`)).toBe("too");
    const hostile = zipOf([{ name: "../out", content: "no" }]);
    await expect(
      fs.uploadZip(id, { dest_path: dir, zip_file: new File([new Uint8Array(hostile)], "bad.zip") }),
    ).rejects.toBeInstanceOf(Kernel.BadRequestError);
  });

  test("a watch reports changes until it is stopped", async () => {
    const fs = files();
    await fs.createDirectory(id, { path: `${dir}/watched` });
    const { watch_id = "" } = await fs.watch.start(id, { path: `${dir}/watched`, recursive: true });
    const events = await fs.watch.events(watch_id, { id });
    await fs.writeFile(id, "1", { path: `${dir}/watched/one` });
    for await (const event of events) {
      expect(event.path).toBe(`${dir}/watched/one`);
      if (event.type === "CREATE") break;
    }
    expect(await fs.watch.stop(watch_id, { id })).toBeNull();
    await expect(fs.watch.events(watch_id, { id })).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("every method assigned to this file was called successfully", () => expectCovered("files", sdk));
});
