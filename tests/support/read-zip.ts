// The files of a zip archive as texts, in their order.
import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** The text of each file by its path. Throws for bytes that are no whole archive. */
export async function readZip(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}
