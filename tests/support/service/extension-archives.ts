// Extensions whose effect can be seen in a page, and multipart bodies byte by byte as the published clients spell them.
import { type ZipMember, zipOf } from "../zip.ts";

/** An archive of one content script; `manifest` replaces fields of a good one. */
export function extensionZip(script: string, manifest: object = {}, more: readonly ZipMember[] = []): Buffer {
  const whole = {
    manifest_version: 3,
    name: "An extension of the tests",
    version: "1.0",
    content_scripts: [{ matches: ["<all_urls>"], js: ["content.js"], run_at: "document_end" }],
    ...manifest,
  };
  return zipOf([
    { name: "manifest.json", content: JSON.stringify(whole) },
    { name: "content.js", content: script },
    ...more,
  ]);
}

/** An extension that sets an attribute of every page's root element. */
export const markingExtension = (mark: string, manifest: object = {}) =>
  extensionZip(`document.documentElement.dataset[${JSON.stringify(mark)}] = "yes"`, manifest);

export const boundary = "----a-boundary-of-the-tests";

/** One part after another; bytes are sent as a file. */
export function multipartBody(parts: readonly (readonly [name: string, value: string | Buffer])[]): Buffer {
  const pieces = parts.flatMap(([name, value]) => {
    const file = typeof value === "string" ? "" : '; filename="upload.zip"';
    const type = typeof value === "string" ? "" : "Content-Type: application/octet-stream\r\n";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from("\r\n")];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}
