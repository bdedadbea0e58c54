import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Everything is rendered per request behind sign-in; the optimizer, rewrites and server actions stay off
 *  because each is a door of its own. */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  compress: true,
  typedRoutes: false,
  images: { unoptimized: true },
  serverExternalPackages: ["better-sqlite3", "pg", "undici"],
  experimental: {
    // Pages share most of their code: fewer, larger files compress better than many small ones.
    turbopackChunking: { minChunkSize: 100_000, requestCost: 400_000 },
    optimizePackageImports: ["lucide-react", "radix-ui", "recharts"],
  },
};

/** What only a build needs is not loaded where the built thing is served. */
export default async function configFor(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { shakenSchemas } = await import("./scripts/shaken-schemas.mjs");
  return { ...config, turbopack: { resolveAlias: await shakenSchemas(import.meta.dirname) } };
}
