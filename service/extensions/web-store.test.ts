import { describe, expect, it } from "vitest";
import { Problem } from "../kernel/problem.ts";
import { downloadFromWebStore, storeExtensionId } from "./web-store.ts";

const id = "abcdefghijklmnopabcdefghijklmnop";
const page = `https://chromewebstore.google.com/detail/some-name/${id}`;
const zip = Buffer.from("PK\u0003\u0004 and the rest");

function packed(version: 2 | 3): Buffer {
  const head = Buffer.alloc(version === 2 ? 16 : 12);
  head.write("Cr24", "latin1");
  head.writeUInt32LE(version, 4);
  head.writeUInt32LE(5, 8);
  if (version === 2) head.writeUInt32LE(3, 12);
  return Buffer.concat([head, Buffer.alloc(version === 2 ? 8 : 5, "h"), zip]);
}

/** A fake store that returns these responses in turn; `requested` has every address. */
function store(responses: readonly (() => Response)[]) {
  const requested: string[] = [];
  const left = [...responses];
  const fetch = async (url: string): Promise<Response> => {
    requested.push(url);
    const respond = left.shift();
    if (!respond) throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") });
    return respond();
  };
  return { requested, fetch };
}
const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });
const sending = (bytes: Buffer) => () => new Response(new Uint8Array(bytes));
const problem = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Problem ? [error.status, error.message] : error;
};

describe("addresses of the store", () => {
  it.each([
    page,
    `${page}/`,
    `${page}?hl=de#reviews`,
    `https://chromewebstore.google.com/detail/${id}`,
    `https://chrome.google.com/webstore/detail/some-name/${id}`,
  ])("%s is a page of an extension", (address) => expect(storeExtensionId(address)).toBe(id));

  it.each([
    "",
    id,
    page.replace("https", "http"),
    page.replace(".com", ".com:444"),
    page.replace("//", "//user:word@"),
    page.replace(".com", ".com.evil.test"),
    `https://evil.test/?${page}`,
    `https://chromewebstore.google.com/detail/some-name/${id}x`,
    `https://chromewebstore.google.com/detail/../${id}/../x`,
    "https://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
  ])("%s is none and causes no request", async (address) => {
    const { fetch, requested } = store([]);
    expect(await problem(downloadFromWebStore({ fetch }, address, "linux"))).toEqual([
      400,
      expect.stringContaining("query.url"),
    ]);
    expect(requested).toEqual([]);
  });
});

describe("an extension from the store", () => {
  it.each([2, 3] as const)("is returned as the zip archive of a package of version %i", async (version) => {
    const { fetch, requested } = store([
      to("https://clients2.googleusercontent.com/crx/blobs/x"),
      sending(packed(version)),
    ]);
    expect((await downloadFromWebStore({ fetch }, page, "win")).equals(zip)).toBe(true);
    expect(requested[0]).toMatch(
      /^https:\/\/clients2\.google\.com\/service\/update2\/crx\?.*os=win.*x=id%3Dabcd/,
    );
    expect(requested).toHaveLength(2);
  });

  it("is 404 when the store does not serve it", async () => {
    for (const status of [204, 404]) {
      const { fetch } = store([() => new Response(null, { status })]);
      expect(await problem(downloadFromWebStore({ fetch }, page, "linux"))).toEqual([
        404,
        expect.stringContaining(id),
      ]);
    }
  });

  it("follows no redirect to another host, another protocol or without end", async () => {
    for (const location of [
      "http://clients2.googleusercontent.com/x",
      "https://127.0.0.1/x",
      "https://notgoogle.com/",
    ]) {
      const { fetch, requested } = store([to(location), sending(zip)]);
      expect(await problem(downloadFromWebStore({ fetch }, page, "linux"))).toEqual([
        502,
        expect.stringContaining("host"),
      ]);
      expect(requested).toHaveLength(1);
    }
    const { fetch, requested } = store(
      Array.from({ length: 50 }, () => to("https://clients2.google.com/again")),
    );
    expect(await problem(downloadFromWebStore({ fetch }, page, "linux"))).toEqual([
      502,
      expect.stringContaining("too many times"),
    ]);
    expect(requested.length).toBeLessThan(10);
  });

  it("is 502 with the reason when the store is unreachable, slow, failing, or sends something else", async () => {
    const slow = (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    expect(await problem(downloadFromWebStore({ fetch: slow, timeoutMs: 10 }, page, "linux"))).toEqual([
      502,
      expect.stringContaining("in time"),
    ]);
    expect(await problem(downloadFromWebStore(store([]), page, "linux"))).toEqual([
      502,
      expect.stringContaining("ENOTFOUND"),
    ]);
    const failing = store([() => new Response("no", { status: 500 })]);
    expect(await problem(downloadFromWebStore(failing, page, "linux"))).toEqual([
      502,
      expect.stringContaining("500"),
    ]);
    const other = store([sending(Buffer.from("<html>"))]);
    expect(await problem(downloadFromWebStore(other, page, "linux"))).toEqual([
      502,
      expect.stringContaining("not an extension"),
    ]);
  });
});
