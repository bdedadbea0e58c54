// Bundles a page of a harness for production and serves it on a free port.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

export interface BuiltPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the page in `folder` of `bench/`. */
export async function buildPage(folder: string): Promise<BuiltPage> {
  const outDir = await mkdtemp(join(tmpdir(), "fleetdeck-bench-"));
  const config = {
    root: join(repositoryRoot, "bench", folder),
    configFile: false,
    envDir: false,
    logLevel: "error",
    // Next.js defines these in the modules that the pane imports.
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
    resolve: { alias: { "@": repositoryRoot } },
    css: { postcss: repositoryRoot },
    build: { outDir, emptyOutDir: true },
    preview: { port: 0, host: "127.0.0.1" },
  } as const;
  await build(config);
  const server = await preview(config);
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error("The page is not served.");
  return {
    url,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
