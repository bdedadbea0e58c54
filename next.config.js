import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { basePathOf, buildFolder } from "./scripts/base-path.mjs";
import { compressBuild } from "./scripts/compress-build.mjs";

const basePath = basePathOf(process.env.PUBLIC_URL);

/** Everything is rendered per request behind sign-in; the optimizer, rewrites and server actions stay off
 *  because each is a door of its own. */
const config = {
  basePath,
  distDir: buildFolder(basePath),
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  reactStrictMode: true,
  poweredByHeader: false,
  compress: true,
  typedRoutes: false,
  // `npm run types` checks them, tests included: what is built does not wait for it.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  compiler: { runAfterProductionCompile: ({ distDir }) => compressBuild(distDir) },
  serverExternalPackages: ["better-sqlite3", "pg", "undici", "prom-client"],
  // Nothing reads the lists of files that each page needs: the dashboard runs from the repository.
  outputFileTracingExcludes: { "/**": ["**/*"], "next-server": ["**/*"] },
  experimental: {
    // A build is made when the sources changed, and once after an installation: keeping its steps costs more than it saves.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads the maps.
    turbopackSourceMaps: false,
    // Pages share most of their code: fewer, larger files compress better than many small ones.
    turbopackChunking: { minChunkSize: 200_000, requestCost: 2_000_000, maxMergeChunkSize: 2_000_000 },
    optimizePackageImports: ["lucide-react", "radix-ui", "recharts"],
  },
};

/** The browser's part of the schema library is made for a build alone: while one develops, what is used changes. */
export default async function configFor(phase) {
  if (phase !== PHASE_PRODUCTION_BUILD) return config;
  const { buildTreeShakenSchemas } = await import("./scripts/tree-shaken-schemas.mjs");
  return { ...config, turbopack: { resolveAlias: await buildTreeShakenSchemas(import.meta.dirname) } };
}
