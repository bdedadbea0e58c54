// Scripts and styles as the build has compressed them by Brotli, which browsers take over HTTPS and from their own
// machine. For others the framework compresses each again by gzip.
import { globSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { accepts } from "./accepted-encoding.ts";

const types = { js: "application/javascript; charset=UTF-8", css: "text/css; charset=UTF-8" } as const;
const ending = /\.(js|css)\.br$/;

interface CompressedFile {
  type: string;
  bytes: Buffer;
}

/** By their paths below the base path. */
export type CompressedFiles = ReadonlyMap<string, CompressedFile>;

/** The compressed files of the build in `folder`, all of which are 2 MB; none of a build without. */
export function readCompressedFiles(folder: URL): CompressedFiles {
  return new Map(
    globSync("static/**/*.br", { cwd: folder }).flatMap((file): [string, CompressedFile][] => {
      const [, kind] = ending.exec(file) ?? [];
      if (kind !== "js" && kind !== "css") return [];
      const bytes = readFileSync(new URL(file, folder));
      return [[`/_next/${file.replace(/\.br$/, "")}`, { type: types[kind], bytes }]];
    }),
  );
}

/** Answers a request for one of the files from a browser that takes it compressed.
 *  @returns whether it did */
export function answerCompressed(
  files: CompressedFiles,
  path: string,
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
): boolean {
  const file = files.get(path);
  if (file === undefined || request.method !== "GET" || !accepts("br", request)) return false;
  response.writeHead(200, {
    "content-type": file.type,
    "content-encoding": "br",
    "content-length": file.bytes.length,
    // The name of a file has a hash of its content.
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  response.end(file.bytes);
  return true;
}
