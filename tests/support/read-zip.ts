// The files of a zip archive, in their order.
import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** The bytes of each file by its path. Throws for bytes that are no whole archive. */
export async function readZip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** The text of each file by its path. */
export const readZipTexts = async (bytes: Uint8Array): Promise<Map<string, string>> =>
  new Map([...(await readZip(bytes))].map(([path, file]) => [path, file.toString()]));
