// Compresses what browsers load of a build, once and as small as it gets: while it is served there is no time for more
// than a quick gzip, which is a sixth larger.
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/**
 * Writes a file of the same name with `.br` beside each script and style of the build whose name has a hash of its
 * content. The framework writes others, such as the list of static pages, once more after this.
 * @param {string} folder the build's
 */
export async function compressBuild(folder) {
  const files = globSync("static/chunks/**/*.{js,css}", { cwd: folder }).map((file) => join(folder, file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const small = await compress(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
      await writeFile(`${file}.br`, small);
    }),
  );
}
