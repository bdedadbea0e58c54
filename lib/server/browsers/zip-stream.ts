// A zip archive as a stream: members are read one after another, as fast as the archive is read.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file of an archive; `content` is opened when the files before it are written. */
export interface ZipMember {
  readonly path: string;
  readonly content: () => AsyncIterable<string | Uint8Array>;
  /** False for bytes that are compressed already. */
  readonly isCompressible?: boolean;
}

/** The archive of these members, in their order. It fails when one of them fails; destroying it closes the open one. */
export function zipStream(members: readonly ZipMember[], atMs: number): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error("The archive's stream is not one of Node's.");
  const fail = (error: Error) => void output.destroy(error);
  zip.on("error", fail);
  const mtime = new Date(atMs);
  for (const { path, content, isCompressible = true } of members) {
    zip.addReadStreamLazy(path, { mtime, compress: isCompressible }, (add) => {
      if (output.destroyed) return;
      const source = Readable.from(content(), { objectMode: false });
      source.once("error", fail);
      const close = () => void source.destroy();
      output.once("close", close);
      source.once("close", () => output.off("close", close));
      add(undefined, source);
    });
  }
  zip.end();
  return output;
}
